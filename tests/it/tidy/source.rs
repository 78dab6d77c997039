//! The files of the repository as texts, and code without its comments.

/// A file with its path from the root of the repository.
#[derive(Clone, Debug)]
pub struct File {
    pub path: String,
    pub text: String,
}

impl File {
    /// The folder of `src/` it stands in; none for what stands directly in it.
    pub fn folder(&self) -> Option<String> {
        let (folder, _) = self.path.strip_prefix("src/")?.split_once('/')?;
        Some(folder.to_string())
    }
}

/// One file.
pub fn read(path: &str) -> String {
    let full = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&full).unwrap_or_else(|error| panic!("{full}: {error}"))
}

/// Every file below a folder whose name ends so, sorted by path.
pub fn read_all(folder: &str, end: &str) -> Vec<File> {
    let mut files = Vec::new();
    let full = format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"));
    let mut entries: Vec<_> = std::fs::read_dir(&full).into_iter().flatten().filter_map(Result::ok).collect();
    entries.sort_by_key(std::fs::DirEntry::path);
    for entry in entries {
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() && entry.file_name() != "target" {
            files.extend(read_all(&path, end));
        } else if path.ends_with(&format!(".{end}")) {
            files.push(File { text: read(&path), path });
        }
    }
    files
}

/// The text with its line comments blanked. What stands behind `//` in a text counts as a comment too, which no check
/// here minds.
pub fn without_comments(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", line.split("//").next().unwrap_or(""))).collect()
}

/// Code without the items behind `#[cfg(test)]`: each ends with its line, or with the brace that closes at its margin.
pub fn without_tests(code: &str) -> String {
    let mut kept = String::new();
    let mut lines = code.lines();
    while let Some(line) = lines.next() {
        if line.trim() != "#[cfg(test)]" {
            kept.push_str(line);
            kept.push('\n');
            continue;
        }
        let margin = line.len() - line.trim_start().len();
        let closes = |line: &str| line.trim_end() == format!("{}}}", " ".repeat(margin));
        if let Some(item) = lines.find(|line| !line.trim_start().starts_with("#["))
            && item.trim_end().ends_with('{')
        {
            lines.find(|line| closes(line));
        }
    }
    kept
}

#[test]
fn code_behind_tests_is_code() {
    let code = "fn a() {}\n#[cfg(test)]\nmod tests {\n    fn hidden() {\n    }\n}\nfn b() {}\n#[cfg(test)]\nmod more;\nfn c() {}\n";
    assert_eq!(without_tests(code), "fn a() {}\nfn b() {}\nfn c() {}\n");
}
