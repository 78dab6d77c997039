//! The program as a new user meets it: started with arguments in a folder of its own.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder that goes away with the test.
pub struct Sandbox(PathBuf);

/// What the program printed, and how it ended.
#[derive(Debug, PartialEq, Eq)]
pub struct Printed {
    pub out: String,
    pub err: String,
    pub code: i32,
}

impl Sandbox {
    /// An empty folder.
    pub fn new() -> Sandbox {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("fray-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        Sandbox(folder)
    }

    /// Writes a file, with the folders it stands in.
    pub fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a file stands in a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    /// The text of a file.
    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).expect("the file is there")
    }

    /// Runs the program here.
    pub fn run(&self, args: &[&str]) -> Printed {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fray"));
        command.args(args).current_dir(&self.0).env_remove("NO_COLOR").stdin(std::process::Stdio::null());
        Printed::of(command.output().expect("the program runs"))
    }

    /// Runs the program here with lines or other bytes that it reads.
    pub fn told(&self, args: &[&str], bytes: &[u8]) -> Printed {
        let mut child = self.started(args);
        let mut input = child.stdin.take().expect("a pipe");
        let bytes = bytes.to_vec();
        // It may end before it has read everything.
        let writer = std::thread::spawn(move || drop(input.write_all(&bytes)));
        let seen = Printed::of(child.wait_with_output().expect("the program runs"));
        writer.join().expect("it wrote");
        seen
    }

    /// Starts the program here with pipes, its own data kept here too.
    pub fn started(&self, args: &[&str]) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fray"));
        command.args(args).current_dir(&self.0).env_remove("NO_COLOR").env("XDG_DATA_HOME", self.0.join("data"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the program starts")
    }

    /// Runs a line of the shell here, in which `fray` is the program.
    pub fn shell(&self, line: &str) -> Printed {
        let mut command = Command::new("sh");
        let program = Path::new(env!("CARGO_BIN_EXE_fray")).parent().expect("it stands in a folder");
        let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
        command.args(["-c", line]).current_dir(&self.0).env("PATH", path).env("XDG_DATA_HOME", self.0.join("data"));
        Printed::of(command.output().expect("there is a shell"))
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Printed {
    fn of(output: Output) -> Printed {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it prints text");
        Printed { out: text(output.stdout), err: text(output.stderr), code: output.status.code().unwrap_or(-1) }
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The words of a command line; single quotes hold words together.
pub fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            letter => words.last_mut().expect("there is a word").push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
