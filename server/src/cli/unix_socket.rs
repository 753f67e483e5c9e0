//! Unix sockets: files that outlast the program that made them.

use std::{
    ffi::OsString,
    fs, io,
    os::unix::fs::{FileTypeExt, PermissionsExt},
    path::{Path, PathBuf},
};

use tokio::net::UnixListener;

/// Refuses a path at which another program listens, or at which something else than a socket is. A socket whose program has
/// ended is no obstacle.
pub(super) fn refuse_used(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
        Ok(found) if !found.file_type().is_socket() => {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        Ok(_) => {}
    }
    match std::os::unix::net::UnixStream::connect(path) {
        Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => Ok(()),
        // A socket that refuses this user, or is too busy, is somebody's as well.
        Ok(_) | Err(_) => Err(io::ErrorKind::AddrInUse.into()),
    }
}

/// Listens at `path`, in place of a socket whose program has ended. Nobody sees it with another mode.
pub(super) fn bind(path: &Path, mode: u32) -> io::Result<UnixListener> {
    let beside = beside(path);
    let _ = fs::remove_file(&beside);
    let listener = UnixListener::bind(&beside)?;
    let placed = fs::set_permissions(&beside, fs::Permissions::from_mode(mode))
        .and_then(|()| fs::rename(&beside, path));
    if placed.is_err() {
        let _ = fs::remove_file(&beside);
    }
    placed.map(|()| listener)
}

/// Whether a socket could be made at `path`.
pub(super) fn try_folder(path: &Path) -> io::Result<()> {
    let beside = beside(path);
    fs::File::create_new(&beside)?;
    fs::remove_file(&beside)
}

fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(path.as_os_str());
    name.push(format!(".{}", std::process::id()));
    name.into()
}
