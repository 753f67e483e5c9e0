//! The machine that `townperk setup` changes: users, files, systemd.

use std::{
    fs::{self, DirBuilder, File, OpenOptions, Permissions},
    io::{ErrorKind, Write},
    os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::platform::error::{Error, Result};

/// The user that the service runs as.
const USER: &str = "townperk";

/// Exists where systemd is the service manager.
const SYSTEMD: &str = "/run/systemd/system";

/// The units of this release.
const SERVICE: &str = include_str!("../../../../deploy/townperk.service");
const SOCKET: &str = include_str!("../../../../deploy/townperk.socket");
const SAMPLE_LISTEN: &str = "ListenStream=127.0.0.1:8080";

/// A machine, or a folder that becomes the root folder of one.
#[derive(Debug)]
pub(super) struct Machine {
    root: PathBuf,
    is_this: bool,
}

impl Machine {
    /// This machine, which needs root's rights, or `folder`.
    pub(super) fn of(folder: Option<&Path>) -> Result<Self> {
        let is_this = folder.is_none();
        let is_root = fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0);
        if is_this && !is_root {
            return Err(Error::Setup(
                "setup makes a user, folders and a service: run it as root, or with --root FOLDER to try it"
                    .to_owned(),
            ));
        }
        // The settings name folders below it, wherever the server is started from.
        let root = std::path::absolute(folder.unwrap_or(Path::new("/")));
        let root = root.map_err(|error| Error::Setup(format!("--root: {error}")))?;
        Ok(Self { root, is_this })
    }

    pub(super) fn settings_folder(&self) -> PathBuf {
        self.root.join("etc/townperk")
    }

    pub(super) fn data_folder(&self) -> PathBuf {
        self.root.join("var/lib/townperk")
    }

    /// Waits until no other setup is at work here, and keeps others waiting while the result lives.
    pub(super) fn be_alone(&self) -> Result<File> {
        let folder = self.settings_folder();
        let lock = File::open(&folder).and_then(|folder| folder.lock().map(|()| folder));
        lock.map_err(|error| refused(&folder, &error))
    }

    /// Makes the service's user, unless there is one.
    pub(super) fn make_user(&self) -> Result<()> {
        if !self.is_this {
            return Ok(());
        }
        if is_known(USER) {
            say!("kept     user {USER}");
            return Ok(());
        }
        let home = self.data_folder();
        let arguments = [
            "--system",
            "--user-group",
            "--no-create-home",
            "--shell",
            "/usr/sbin/nologin",
        ];
        let mut command = Command::new("useradd");
        command
            .args(arguments)
            .arg("--home-dir")
            .arg(home)
            .arg(USER);
        match expect(command) {
            Ok(()) => say!("made     user {USER}"),
            // Another setup was faster.
            Err(_) if is_known(USER) => say!("kept     user {USER}"),
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Copies this program to where the unit expects it.
    pub(super) fn install_program(&self) -> Result<()> {
        let own = std::env::current_exe()
            .map_err(|error| Error::Setup(format!("can't find this program: {error}")))?;
        let place = self.root.join("usr/local/bin/townperk");
        let failed = |error: std::io::Error| refused(&place, &error);
        let is_same = own == place
            || fs::read(&place).is_ok_and(|there| fs::read(&own).is_ok_and(|own| own == there));
        if is_same {
            say!("kept     {}", place.display());
            return Ok(());
        }
        self.make_parents(&place)?;
        // Renamed into place, because a running program can't be overwritten.
        let unfinished = place.with_extension("new");
        fs::copy(&own, &unfinished).map_err(failed)?;
        fs::set_permissions(&unfinished, Permissions::from_mode(0o755)).map_err(failed)?;
        fs::rename(&unfinished, &place).map_err(failed)?;
        say!("made     {}", place.display());
        Ok(())
    }

    /// Makes a folder for the service's user alone.
    pub(super) fn make_folder(&self, path: &Path) -> Result<()> {
        self.make_parents(path)?;
        match DirBuilder::new().mode(0o700).create(path) {
            Ok(()) => say!("made     {}", path.display()),
            Err(error) if error.kind() == ErrorKind::AlreadyExists && path.is_dir() => {
                fs::set_permissions(path, Permissions::from_mode(0o700))
                    .map_err(|error| refused(path, &error))?;
                say!("kept     {}", path.display());
            }
            Err(error) => return Err(refused(path, &error)),
        }
        Ok(())
    }

    /// Writes the unit and its socket, which listens on `sockets`. One that somebody has changed stays.
    pub(super) fn write_units(&self, sockets: &[&str]) -> Result<()> {
        let folder = self.root.join("etc/systemd/system");
        let lines: Vec<_> = sockets
            .iter()
            .map(|socket| format!("ListenStream={socket}"))
            .collect();
        let socket = SOCKET.replace(SAMPLE_LISTEN, &lines.join("\n"));
        for (name, text) in [
            ("townperk.service", SERVICE),
            ("townperk.socket", socket.as_str()),
        ] {
            let path = folder.join(name);
            self.make_parents(&path)?;
            write_once(&path, text, 0o644)?;
        }
        Ok(())
    }

    fn make_parents(&self, path: &Path) -> Result<()> {
        let parent = path.parent().unwrap_or(&self.root);
        fs::create_dir_all(parent).map_err(|error| refused(parent, &error))
    }

    /// Gives the service's user everything in `folders`.
    pub(super) fn hand_over(&self, folders: &[PathBuf]) -> Result<()> {
        if !self.is_this {
            return Ok(());
        }
        let mut command = Command::new("chown");
        command
            .arg("--recursive")
            .arg(format!("{USER}:{USER}"))
            .args(folders);
        expect(command)
    }

    /// Starts the service now and with the machine.
    pub(super) fn start(&self) -> Result<()> {
        if !self.is_this || !Path::new(SYSTEMD).is_dir() {
            say!(
                "Not started: there is no systemd here. Run townperk --config {} serve",
                self.settings_folder().join("townperk.toml").display()
            );
            return Ok(());
        }
        let mut reload = Command::new("systemctl");
        reload.arg("daemon-reload");
        expect(reload)?;
        let mut start = Command::new("systemctl");
        start.args(["enable", "--now", "townperk.socket", "townperk.service"]);
        expect(start)?;
        say!("started  townperk.service");
        Ok(())
    }
}

/// Whether the system has this user.
fn is_known(user: &str) -> bool {
    let known = Command::new("id")
        .arg(user)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    known.is_ok_and(|status| status.success())
}

/// Writes a file for the service's user alone, unless it is there.
pub(super) fn write_private(path: &Path, text: &str) -> Result<()> {
    write_once(path, text, 0o600)
}

/// Of two setups at once, one writes the file.
fn write_once(path: &Path, text: &str, mode: u32) -> Result<()> {
    let created = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(mode)
        .open(path);
    match created {
        Ok(mut file) => {
            file.write_all(text.as_bytes())
                .and_then(|()| file.sync_all())
                .map_err(|error| refused(path, &error))?;
            say!("made     {}", path.display());
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let is_same = fs::read_to_string(path).is_ok_and(|there| there == text);
            let note = if is_same || mode == 0o600 {
                ""
            } else {
                " (it differs from this release's; remove it and run setup again to get that one)"
            };
            say!("kept     {}{note}", path.display());
        }
        Err(error) => return Err(refused(path, &error)),
    }
    Ok(())
}

fn refused(path: &Path, error: &std::io::Error) -> Error {
    Error::Setup(format!("can't write {}: {error}", path.display()))
}

/// Runs a program of the system.
fn expect(mut command: Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .map_err(|error| Error::Setup(format!("can't run {name}: {error}")))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(Error::Setup(format!("{name} failed: {}", said.trim())))
}
