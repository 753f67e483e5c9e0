//! Files and logs as a crash leaves them: copies that are made while both are in use.

use std::{
    fs::{self, OpenOptions},
    os::unix::fs::FileExt,
    path::PathBuf,
};

use sea_orm::{ConnectionTrait, DatabaseTransaction};
use tempfile::TempDir;

use super::{FRAME_HEAD, HEAD, Marks, is_of_another};
use crate::platform::{data_folder::DataFolder, database::Database, settings::Settings};

const INSERT: &str = "INSERT INTO words (word) VALUES (hex(randomblob(2000)))";

/// An installation, and images of it.
struct Installation {
    home: TempDir,
    database: Database,
    images: usize,
}

/// A copy of the file and of its log.
struct Image {
    file: PathBuf,
    log: PathBuf,
}

impl Image {
    fn fits(&self) -> bool {
        !is_of_another(&self.file, &self.log).unwrap()
    }

    /// This file beside the log of `other`.
    fn beside(&self, other: &Self) -> Self {
        Self {
            file: self.file.clone(),
            log: other.log.clone(),
        }
    }

    fn cut_log(&self, bytes: u64) {
        let log = OpenOptions::new().write(true).open(&self.log).unwrap();
        log.set_len(bytes).unwrap();
    }
}

impl Installation {
    async fn begin() -> Self {
        let home = tempfile::tempdir().unwrap();
        let mut settings = Settings::defaults().unwrap();
        settings.data_dir = home.path().to_path_buf();
        let folder = DataFolder::open(home.path()).unwrap();
        let database = Database::open(&settings, &folder).await.unwrap();
        let this = Self {
            home,
            database,
            images: 0,
        };
        this.other_program("CREATE TABLE words (id INTEGER PRIMARY KEY, word TEXT)")
            .await;
        // The log of the migrations is long.
        this.other_program("PRAGMA wal_checkpoint(TRUNCATE)").await;
        this
    }

    /// One whose file has had several marks, and whose log has one of its own.
    async fn marked() -> Self {
        let mut this = Self::begin().await;
        for _ in 0..3 {
            this.commit().await;
            this.checkpoint().await;
        }
        this.commit().await;
        assert!(this.image().fits());
        this
    }

    async fn commit(&self) {
        self.change(INSERT).await;
    }

    async fn change(&self, statement: &'static str) {
        self.database
            .transaction(move |transaction| {
                Box::pin(async move {
                    transaction.execute_unprepared(statement).await?;
                    Ok(())
                })
            })
            .await
            .unwrap();
    }

    /// As a program does that makes no marks.
    async fn other_program(&self, statement: &str) {
        let reads = self.database.reads();
        reads.execute_unprepared(statement).await.unwrap();
    }

    async fn checkpoint(&self) {
        self.database.passive_checkpoint().await.unwrap();
    }

    /// An image with these marks.
    async fn other_marks(&mut self, current: u32, previous: u32) -> Image {
        let marks = format!("PRAGMA user_version = {current}; PRAGMA application_id = {previous}");
        self.other_program(&marks).await;
        self.checkpoint().await;
        self.image()
    }

    async fn reader(&self) -> DatabaseTransaction {
        let reader = self.database.snapshot().await.unwrap();
        let look = "SELECT 1 FROM words LIMIT 1";
        reader.execute_unprepared(look).await.unwrap();
        reader
    }

    fn image(&mut self) -> Image {
        self.images += 1;
        let copied = |ending: &str| {
            let to = self.home.path().join(format!("{}{ending}", self.images));
            fs::copy(
                self.home.path().join(format!("townperk.sqlite{ending}")),
                &to,
            )
            .unwrap();
            to
        };
        Image {
            file: copied(""),
            log: copied("-wal"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_and_its_log_belong_together_whenever_the_machine_dies() {
    let mut one = Installation::begin().await;
    let mut reader = None;
    let mut number: usize = 1;
    for step in 0..400 {
        number = number * 1_103 % 104_729;
        match number % 20 {
            0..9 => one.commit().await,
            9..13 => one.checkpoint().await,
            13 | 14 => match reader.take() {
                None => reader = Some(one.reader().await),
                Some(open) => open.rollback().await.unwrap(),
            },
            15 => one.other_program(INSERT).await,
            16 => one.other_program("PRAGMA user_version = 5").await,
            17 => one.other_program("PRAGMA application_id = 7").await,
            18 => {
                one.other_program("DELETE FROM words WHERE id % 3 = 0")
                    .await
            }
            _ if reader.is_none() => one.other_program("VACUUM").await,
            _ => one.change("DELETE FROM words WHERE id % 2 = 0").await,
        }
        let image = one.image();
        assert!(image.fits(), "step {step}, {}", number % 20);
        fs::remove_file(image.file).unwrap();
        fs::remove_file(image.log).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_copy_of_the_file_does_not_belong_to_a_newer_log() {
    let mut one = Installation::marked().await;
    let older = one.image();
    one.checkpoint().await;
    let same_log = one.image();
    one.commit().await;
    one.checkpoint().await;
    one.commit().await;
    let newer = one.image();
    assert!(newer.fits());
    assert!(!older.beside(&newer).fits());
    // What its log has is in the file, but what came after it isn't.
    assert!(!same_log.beside(&newer).fits());
    // A copy that was made since the log began lacks nothing that the log hasn't.
    assert!(older.beside(&same_log).fits());
    assert!(same_log.beside(&older).fits());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_does_not_belong_to_another_installation() {
    let (mut one, mut other) = (Installation::marked().await, Installation::marked().await);
    let (mine, yours) = (one.image(), other.image());
    assert!(!yours.beside(&mine).fits());
    assert!(!mine.beside(&yours).fits());
    // Nor to a file that never had a mark, or that is gone.
    let mut unmarked = Installation::begin().await;
    let unmarked = unmarked.other_marks(0, 0).await;
    assert!(!unmarked.beside(&mine).fits());
    fs::remove_file(&yours.file).unwrap();
    assert!(!yours.beside(&mine).fits());
    // SQLite itself refuses what is no database.
    fs::write(&yours.file, "no database".repeat(100)).unwrap();
    assert!(yours.beside(&mine).fits());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_was_torn_is_read_up_to_there() {
    let mut one = Installation::marked().await;
    let older = one.image();
    one.checkpoint().await;
    for _ in 0..3 {
        one.commit().await;
    }
    let newer = one.image();
    let torn = older.beside(&newer);
    assert!(newer.fits() && !torn.fits());
    let long = fs::metadata(&newer.log).unwrap().len();
    let frame = FRAME_HEAD as u64 + 4096;
    for bytes in [long - 1, long - frame, long - frame - 4000] {
        newer.cut_log(bytes);
        assert!(newer.fits() && !torn.fits(), "{bytes} of {long} bytes");
    }
    // Nothing is known of the file any more.
    for bytes in [HEAD as u64 + 30, HEAD as u64, HEAD as u64 - 1, 0] {
        newer.cut_log(bytes);
        assert!(newer.fits() && torn.fits(), "{bytes} of {long} bytes");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_log_is_no_other_one_and_an_unreadable_one_is_an_error() {
    let mut one = Installation::marked().await;
    let older = one.image();
    one.checkpoint().await;
    one.commit().await;
    one.commit().await;
    one.checkpoint().await;
    let whole = one.image();
    let log = OpenOptions::new().write(true).open(&whole.log).unwrap();
    let spoil = |frame: u64| {
        let frame = HEAD as u64 + frame * (FRAME_HEAD as u64 + 4096);
        log.write_all_at(b"?", frame + FRAME_HEAD as u64 + 1000)
            .unwrap();
    };
    spoil(1);
    assert!(whole.fits() && !older.beside(&whole).fits());
    // The one with the first mark. SQLite reads nothing then.
    spoil(0);
    assert!(whole.fits() && older.beside(&whole).fits());
    let file = whole.file.clone();
    let folder = one.home.path().to_path_buf();
    assert!(is_of_another(&file, &folder).is_err());
    assert!(!is_of_another(&file, &folder.join("none")).unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_changes_nothing_makes_no_mark() {
    let mut one = Installation::marked().await;
    one.change("UPDATE words SET word = '' WHERE id < 0").await;
    one.checkpoint().await;
    let before = Marks::of_file(&one.image().file).unwrap().unwrap();
    assert_ne!(before.current, 0);
    assert_ne!(before.previous, 0);
    for _ in 0..3 {
        one.change("UPDATE words SET word = '' WHERE id < 0").await;
        one.checkpoint().await;
    }
    let still = Marks::of_file(&one.image().file).unwrap().unwrap();
    assert_eq!(still, before);
    one.commit().await;
    one.checkpoint().await;
    let after = Marks::of_file(&one.image().file).unwrap().unwrap();
    assert_eq!(after.previous, before.current);
}
