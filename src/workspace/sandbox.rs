//! The only way to a file's bytes: no link on the way, a regular file, one open handle for check and read (U5).
