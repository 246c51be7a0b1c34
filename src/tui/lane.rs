//! A lane: work of one kind off the loop, one piece at a time, the newest first.
//!
//! Only the newest answer matters to a screen, so what waits can be dropped; what runs is let finish, and `app` drops
//! an answer that nobody asks for any more by its id.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Semaphore;
use tokio::sync::mpsc::UnboundedSender;

use crate::app::{JobId, Msg};

/// Slow work that ends in a message.
pub type Work = Box<dyn FnOnce() -> Msg + Send>;

struct Job {
    id: Option<JobId>,
    work: Work,
    /// What is answered where the work panicked.
    on_panic: Option<Msg>,
}

/// See the module's docs. Must be used inside the runtime.
pub struct Lane {
    waiting: Mutex<Vec<Job>>,
    turn: Semaphore,
    answers: UnboundedSender<Msg>,
}

impl Lane {
    /// A lane that sends its answers to `answers`.
    pub fn new(answers: UnboundedSender<Msg>) -> Arc<Lane> {
        Arc::new(Lane { waiting: Mutex::default(), turn: Semaphore::new(1), answers })
    }

    /// Puts `work` in front of what waits. `on_panic` is answered where it panics; without it nothing is.
    pub fn submit(self: &Arc<Lane>, id: Option<JobId>, on_panic: Option<Msg>, work: Work) {
        self.waiting().push(Job { id, work, on_panic });
        let lane = Arc::clone(self);
        tokio::spawn(async move {
            let Ok(_turn) = lane.turn.acquire().await else { return };
            let Some(job) = lane.waiting().pop() else { return };
            let answer = tokio::task::spawn_blocking(job.work).await.ok().or(job.on_panic);
            if let Some(answer) = answer {
                let _ = lane.answers.send(answer); // nobody listens any more once the screen is gone
            }
        });
    }

    /// Puts `work` in the place of everything that waits.
    pub fn replace(self: &Arc<Lane>, id: Option<JobId>, on_panic: Option<Msg>, work: Work) {
        self.waiting().clear();
        self.submit(id, on_panic, work);
    }

    /// Drops what waits under these ids.
    pub fn cancel(&self, ids: &[JobId]) {
        self.waiting().retain(|job| job.id.is_none_or(|id| !ids.contains(&id)));
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<Job>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use tokio::sync::mpsc::unbounded_channel;

    use super::*;

    fn named(name: &str) -> Msg {
        Msg::Clock(name.to_owned())
    }

    fn name(msg: Option<Msg>) -> String {
        match msg {
            Some(Msg::Clock(name)) => name,
            other => panic!("{other:?}"),
        }
    }

    fn answer(name: &'static str) -> Work {
        Box::new(move || named(name))
    }

    /// Runs `test` with a lane whose first job waits until the returned sender is dropped or used.
    fn with_busy_lane(test: impl AsyncFnOnce(Arc<Lane>, mpsc::Sender<()>, tokio::sync::mpsc::UnboundedReceiver<Msg>)) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let (sender, receiver) = unbounded_channel();
            let lane = Lane::new(sender);
            let (go, wait) = mpsc::channel();
            let (started, mut has_started) = unbounded_channel();
            lane.submit(
                None,
                None,
                Box::new(move || {
                    let _ = started.send(());
                    let _ = wait.recv();
                    named("busy")
                }),
            );
            has_started.recv().await;
            test(lane, go, receiver).await;
        });
    }

    #[test]
    fn the_newest_comes_first_and_one_at_a_time() {
        with_busy_lane(async |lane, go, mut answers| {
            lane.submit(Some(JobId(1)), None, answer("older"));
            lane.submit(Some(JobId(2)), None, answer("newer"));
            drop(go);
            for wanted in ["busy", "newer", "older"] {
                assert_eq!(name(answers.recv().await), wanted);
            }
        });
    }

    #[test]
    fn what_waits_is_replaced_or_cancelled() {
        with_busy_lane(async |lane, go, mut answers| {
            lane.submit(Some(JobId(1)), None, answer("replaced"));
            lane.replace(Some(JobId(2)), None, answer("kept"));
            lane.submit(Some(JobId(3)), None, answer("cancelled"));
            lane.cancel(&[JobId(3)]);
            drop(go);
            for wanted in ["busy", "kept"] {
                assert_eq!(name(answers.recv().await), wanted);
            }
            drop(lane);
            assert!(answers.recv().await.is_none(), "no other answer comes");
        });
    }

    #[test]
    fn a_panic_is_answered_and_the_lane_goes_on() {
        with_busy_lane(async |lane, go, mut answers| {
            drop(go);
            assert_eq!(name(answers.recv().await), "busy");
            lane.submit(None, Some(named("failed")), Box::new(|| panic!("on purpose")));
            assert_eq!(name(answers.recv().await), "failed");
            lane.submit(None, None, answer("next"));
            assert_eq!(name(answers.recv().await), "next");
        });
    }
}
