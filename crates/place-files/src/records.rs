//! Common interface of the container readers.

use crate::column::Column;
use crate::error::RecordError;
use crate::format::Schema;
use crate::record::Item;

/// Records of one container.
pub(crate) trait Records: Send {
    /// The next item; an error with `ends_file` is the last one.
    fn next(&mut self) -> Option<Result<Item, RecordError>>;

    /// Columns of a table.
    fn columns(&self) -> &[Column] {
        &[]
    }

    /// What the records mean, if only opening the container revealed it.
    fn schema(&self) -> Option<Schema> {
        None
    }

    /// The data's date as stated by the file.
    fn as_of(&self) -> Option<&str> {
        None
    }
}
