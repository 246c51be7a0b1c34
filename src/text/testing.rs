//! What the tests of several rooms need.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// The processor time that `work` takes on this thread. What else the machine does counts for nothing, so that a test can
/// tell work that grows with its input from work that grows faster, on any machine.
pub fn processor_time(work: impl FnOnce()) -> Duration {
    let now = || {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
    };
    let before = now();
    work();
    now().saturating_sub(before)
}
