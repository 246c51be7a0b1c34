//! Workspaces for the tests, written anew for each.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

/// A directory with a workspace in `bot/`; the rest of it is the user's home.
pub struct Home {
    dir: TempDir,
}

impl Home {
    /// Two skills: `reply-style`, bound to private chats, and `tone-guard` with the reference `ex.md`.
    pub fn new() -> Home {
        let home = Home { dir: tempfile::tempdir().expect("a temporary directory") };
        home.write(
            "bot/skills_config.yml",
            "enabled: true\nallowlist: [reply-style, tone-guard]\nscenes:\n  private_chat: [reply-style]\n",
        );
        home.write("bot/skills/reply-style/SKILL.md", &skill("reply-style", "Short sentences."));
        home.write("bot/skills/tone-guard/SKILL.md", &skill("tone-guard", "Stay calm."));
        home.write("bot/skills/tone-guard/references/ex.md", "An example of calm.\n");
        home
    }

    /// So many skills that reading them takes a while, each with a body of some size.
    pub fn with_skills(count: usize) -> Home {
        let home = Home { dir: tempfile::tempdir().expect("a temporary directory") };
        let names: Vec<String> = (0..count).map(|number| format!("skill-{number:04}")).collect();
        for name in &names {
            home.write(&format!("bot/skills/{name}/SKILL.md"), &skill(name, &"A rule of some length.\n".repeat(50)));
        }
        home.write("bot/skills_config.yml", &format!("enabled: true\nallowlist: [{}]\n", names.join(", ")));
        home
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    /// Writes a file, with the folders on the way.
    pub fn write(&self, file: &str, text: &str) {
        let path = self.path().join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
}

/// The text of a SKILL.md.
pub fn skill(name: &str, body: &str) -> String {
    format!("---\nname: {name}\ndescription: What {name} is for.\n---\n{body}\n")
}
