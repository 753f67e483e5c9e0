//! An index that couldn't be written for a while catches up by itself.

use std::{
    io,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use tantivy::{
    Directory,
    directory::{
        FileHandle, RamDirectory, WatchCallback, WatchHandle, WritePtr,
        error::{DeleteError, OpenReadError, OpenWriteError},
    },
};
use townperk::catalog::search_index::SearchIndex;

use crate::support::{TestApp, command::until};

/// Memory that rejects writes while `full`.
#[derive(Clone, Debug)]
struct Disk {
    files: RamDirectory,
    full: Arc<AtomicBool>,
    refused: Arc<AtomicUsize>,
}

impl Disk {
    fn write(&self) -> io::Result<()> {
        if self.full.load(Ordering::SeqCst) {
            self.refused.fetch_add(1, Ordering::SeqCst);
            return Err(io::Error::from(io::ErrorKind::StorageFull));
        }
        Ok(())
    }
}

impl Directory for Disk {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        self.files.get_file_handle(path)
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        self.files.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.files.exists(path)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        self.write()
            .map_err(|error| OpenWriteError::wrap_io_error(error, path.to_owned()))?;
        self.files.open_write(path)
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        self.files.atomic_read(path)
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        self.write()?;
        self.files.atomic_write(path, data)
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.files.sync_directory()
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.files.watch(callback)
    }
}

both_engines!(
    a_failed_commit_is_made_up_for_without_a_restart,
    |app: TestApp| {
        let town = app.city("Alexandria", "LA").await;
        app.shop(&town).await;
        let disk = Disk {
            files: RamDirectory::create(),
            full: Arc::default(),
            refused: Arc::default(),
        };
        let index = SearchIndex::start_in(disk.clone(), app.catalog.clone()).unwrap();
        until("the index is filled", || async { index.len() == 1 }).await;
        disk.full.store(true, Ordering::SeqCst);
        app.shop(&town).await;
        until("a commit fails", || async {
            disk.refused.load(Ordering::SeqCst) > 0
        })
        .await;
        assert_eq!(index.len(), 1);
        disk.full.store(false, Ordering::SeqCst);
        until("the index has caught up", || async { index.len() == 2 }).await;
        // It keeps following from there.
        app.shop(&town).await;
        until("the next change is found", || async { index.len() == 3 }).await;
    }
);
