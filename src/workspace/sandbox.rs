//! The only way to a file's bytes: no link on the way, a regular file, one open handle for check and read (U5).
//!
//! ```text
//! root (may be a link) ──▶ Folder ──▶ Folder … ──▶ RegularFile ──▶ bytes ──▶ text
//!                          each step opens one name without following links and holds the handle
//! ```

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::Path;

use cap_fs_ext::{DirExt, FollowSymlinks, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, File, FileType, OpenOptions};

use super::library::Fault;
use super::yaml::Spot;
use crate::diag::{Code, Diagnostic, Place};

/// Why a file or directory is not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The code and the sentence.
    pub fault: Fault,
    /// The spot in the file, where one can be named.
    pub spot: Option<Spot>,
}

impl Refusal {
    fn new(code: Code, message: impl Into<String>) -> Refusal {
        Refusal { fault: Fault { code, message: message.into() }, spot: None }
    }

    fn unreadable(error: &io::Error) -> Refusal {
        Refusal::new(Code::FileUnreadable, format!("cannot be read: {error}"))
    }

    /// A file of `bytes` where at most `limit` are read.
    pub fn too_large(bytes: u64, limit: u64) -> Refusal {
        Refusal::new(Code::FileTooLarge, format!("the file has {bytes} bytes; at most {limit} are read"))
    }

    /// The refusal of `file` as an error.
    pub fn diagnostic(self, file: &str) -> Diagnostic {
        let place = match self.spot {
            Some(spot) => spot.place(file),
            None => Place::file(file),
        };
        Diagnostic::error(self.fault.code, self.fault.message).at(place)
    }
}

/// What a name in a directory stands for; a link is never followed to find out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// A directory.
    Folder,
    /// A regular file.
    File,
    /// A symbolic link.
    Link,
    /// A FIFO, socket or device.
    Other,
}

/// Names of a directory, sorted by code point, and how many more there are than were asked for.
#[derive(Debug, Default)]
pub struct Listing {
    /// The first names in order.
    pub entries: Vec<(OsString, EntryKind)>,
    /// How many names stand behind them.
    pub dropped: usize,
}

/// An open directory.
#[derive(Debug)]
pub struct Folder(Dir);

impl Folder {
    /// Opens a root, which may be a link (U1). `None` where nothing stands.
    pub fn root(path: &Path) -> Result<Option<Folder>, Refusal> {
        match Dir::open_ambient_dir(path, ambient_authority()) {
            Ok(dir) => Ok(Some(Folder(dir))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
                Err(Refusal::new(Code::FileNotRegular, "is not a directory"))
            }
            Err(error) => Err(Refusal::unreadable(&error)),
        }
    }

    /// Opens the directory `name` in this one. `None` where nothing stands.
    pub fn folder(&self, name: &OsStr) -> Result<Option<Folder>, Refusal> {
        match self.0.open_dir_nofollow(name) {
            Ok(dir) => Ok(Some(Folder(dir))),
            Err(error) => self.explain(name, &error, "a directory"),
        }
    }

    /// Opens the regular file `name` in this directory. Never waits for a FIFO. `None` where nothing stands.
    pub fn file(&self, name: &OsStr) -> Result<Option<RegularFile>, Refusal> {
        let mut options = OpenOptions::new();
        options.read(true).follow(FollowSymlinks::No).nonblock(true);
        let file = match self.0.open_with(name, &options) {
            Ok(file) => file,
            Err(error) => return self.explain(name, &error, "a regular file"),
        };
        RegularFile::of(file).map(Some)
    }

    /// Walks `components` to a regular file. `None` where nothing stands on the way.
    pub fn walk(&self, components: &[&str]) -> Result<Option<RegularFile>, Refusal> {
        let Some((file, folders)) = components.split_last() else { return Ok(None) };
        let mut held: Option<Folder> = None;
        for name in folders {
            match held.as_ref().unwrap_or(self).folder(OsStr::new(name))? {
                Some(next) => held = Some(next),
                None => return Ok(None),
            }
        }
        held.as_ref().unwrap_or(self).file(OsStr::new(file))
    }

    /// The first `most` names that `wanted` takes, by code point: the same whatever the order on disk (U7), in memory
    /// bounded by `most`.
    pub fn list(&self, most: usize, wanted: impl Fn(&OsStr, EntryKind) -> bool) -> Result<Listing, Refusal> {
        let mut listing = Listing::default();
        let entries = self.0.entries().map_err(|error| Refusal::unreadable(&error))?;
        for entry in entries {
            let entry = entry.map_err(|error| Refusal::unreadable(&error))?;
            let name = entry.file_name();
            let kind = match entry.file_type().map_or(EntryKind::Other, kind_of) {
                // Some file systems do not say it in the directory.
                EntryKind::Other => entry.metadata().map_or(EntryKind::Other, |metadata| kind_of(metadata.file_type())),
                kind => kind,
            };
            if wanted(&name, kind) {
                listing.entries.push((name, kind));
                if listing.entries.len() > most.saturating_mul(2) {
                    listing.cut_to(most);
                }
            }
        }
        listing.cut_to(most);
        Ok(listing)
    }

    /// Why `name` did not open. What stands there is looked at only to word the refusal.
    fn explain<T>(&self, name: &OsStr, error: &io::Error, wanted: &str) -> Result<Option<T>, Refusal> {
        if error.kind() == io::ErrorKind::NotFound {
            return Ok(None);
        }
        match self.0.symlink_metadata(name).map(|metadata| metadata.file_type()) {
            Ok(found) if found.is_symlink() => {
                Err(Refusal::new(Code::FileSymlink, "is a symbolic link; links are not followed"))
            }
            Ok(found) if wanted == "a directory" && !found.is_dir() => Err(not_regular(found, wanted)),
            Ok(found) if wanted != "a directory" && !found.is_file() => Err(not_regular(found, wanted)),
            _ => Err(Refusal::unreadable(error)),
        }
    }
}

impl Listing {
    fn cut_to(&mut self, most: usize) {
        self.entries.sort_unstable_by(|a, b| a.0.as_encoded_bytes().cmp(b.0.as_encoded_bytes()));
        self.dropped += self.entries.len().saturating_sub(most);
        self.entries.truncate(most);
    }
}

/// A regular file, open; what it is was asked of this same handle.
#[derive(Debug)]
pub struct RegularFile {
    file: File,
    size: u64,
}

impl RegularFile {
    /// Opens a file outside every root, which may be a link. `None` where nothing stands.
    pub fn ambient(path: &Path) -> Result<Option<RegularFile>, Refusal> {
        let mut options = OpenOptions::new();
        options.read(true).nonblock(true);
        match File::open_ambient_with(path, &options, ambient_authority()) {
            Ok(file) => RegularFile::of(file).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Refusal::unreadable(&error)),
        }
    }

    /// Opens a file that the person named. Directories on the way may be links, the file may not. `None` where nothing
    /// stands.
    pub fn named(path: &Path) -> Result<Option<RegularFile>, Refusal> {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let Some(folder) = Folder::root(parent)? else { return Ok(None) };
        folder.file(path.file_name().unwrap_or(OsStr::new("")))
    }

    /// What the system says of the open file: its permissions, its owner.
    pub fn metadata(&self) -> io::Result<std::fs::Metadata> {
        self.file.try_clone()?.into_std().metadata()
    }

    fn of(file: File) -> Result<RegularFile, Refusal> {
        let metadata = file.metadata().map_err(|error| Refusal::unreadable(&error))?;
        match metadata.is_file() {
            true => Ok(RegularFile { size: metadata.len(), file }),
            false => Err(not_regular(metadata.file_type(), "a regular file")),
        }
    }

    /// Its size in bytes when it was opened.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Its first bytes, at most `most`, in the buffer; more than its size only where it grew since. What the buffer
    /// held before is overwritten, so that one buffer serves many files.
    pub fn read<'b>(&mut self, most: u64, buffer: &'b mut Vec<u8>) -> Result<&'b [u8], Refusal> {
        let wanted = usize::try_from(most).unwrap_or(usize::MAX);
        let expected = usize::try_from(self.size).unwrap_or(usize::MAX).saturating_add(1).min(wanted);
        let mut filled = 0;
        while filled < wanted {
            let room = if filled < expected { expected } else { filled.saturating_mul(2).clamp(filled + 1, wanted) };
            if buffer.len() < room {
                buffer.resize(room, 0);
            }
            match self.file.read(&mut buffer[filled..room]) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Refusal::unreadable(&error)),
            }
        }
        Ok(&buffer[..filled])
    }

    /// The whole file; nothing is read of one with more than `limit` bytes.
    pub fn read_all(&mut self, limit: u64) -> Result<Vec<u8>, Refusal> {
        if self.size > limit {
            return Err(Refusal::too_large(self.size, limit));
        }
        let mut bytes = Vec::new();
        let length = self.read(limit.saturating_add(1), &mut bytes)?.len();
        if length as u64 > limit {
            return Err(Refusal::too_large(length as u64, limit));
        }
        bytes.truncate(length);
        Ok(bytes)
    }
}

/// The text of a file that the person named, as stored. Directories on the way may be links, the file may not. `None`
/// where nothing stands.
pub fn stored_text(path: &Path, max_bytes: u64) -> Result<Option<String>, Refusal> {
    let Some(mut file) = RegularFile::named(path)? else { return Ok(None) };
    text(&file.read_all(max_bytes)?).map(|text| Some(text.to_owned()))
}

/// The bytes as text, BOM included.
///
/// # Errors
/// `file-binary` at the first NUL, `file-not-utf8` at the first byte that is no UTF-8.
pub fn text(bytes: &[u8]) -> Result<&str, Refusal> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(Refusal::new(Code::FileNotUtf8, "is UTF-16, not UTF-8; save it as UTF-8"));
    }
    // `contains` looks at many bytes at once, `position` at one; a NUL is rare.
    if bytes.contains(&0) {
        let at = bytes.iter().position(|byte| *byte == 0).unwrap_or_default();
        let refusal = Refusal::new(Code::FileBinary, "holds a NUL byte: it is no text");
        return Err(Refusal { spot: Some(spot_of(bytes, at)), ..refusal });
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let byte = bytes.get(at).copied().unwrap_or_default();
        let refusal = Refusal::new(Code::FileNotUtf8, format!("is not UTF-8: byte 0x{byte:02X} fits no character"));
        Refusal { spot: Some(spot_of(bytes, at)), ..refusal }
    })
}

/// A file's text ready for the prompt: without BOM, line ends as LF (U3).
pub fn normal(text: &str) -> Cow<'_, str> {
    with_line_feeds(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// A part of a text with its line ends as LF.
pub fn with_line_feeds(text: &str) -> Cow<'_, str> {
    match text.contains('\r') {
        true => Cow::Owned(text.replace("\r\n", "\n")),
        false => Cow::Borrowed(text),
    }
}

fn spot_of(bytes: &[u8], at: usize) -> Spot {
    let before = &bytes[..at];
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |index| index + 1);
    Spot {
        line: 1 + before.iter().filter(|byte| **byte == b'\n').count(),
        column: 1 + String::from_utf8_lossy(&before[line_start..]).trim_start_matches('\u{feff}').chars().count(),
    }
}

fn kind_of(found: FileType) -> EntryKind {
    if found.is_symlink() {
        EntryKind::Link
    } else if found.is_dir() {
        EntryKind::Folder
    } else if found.is_file() {
        EntryKind::File
    } else {
        EntryKind::Other
    }
}

fn not_regular(found: FileType, wanted: &str) -> Refusal {
    let what = match kind_of(found) {
        EntryKind::Folder => "a directory",
        EntryKind::File => "a file",
        EntryKind::Link => "a symbolic link",
        EntryKind::Other => "a FIFO, socket or device",
    };
    Refusal::new(Code::FileNotRegular, format!("is {what}, not {wanted}"))
}
