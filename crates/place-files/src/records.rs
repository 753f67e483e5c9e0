//! What every reader of a container offers.

use crate::column::Column;
use crate::error::RecordError;
use crate::format::Schema;
use crate::record::Item;

/// Records of one container.
pub(crate) trait Records: Send {
    /// The next item; nothing follows an error that ends the file.
    fn next(&mut self) -> Option<Result<Item, RecordError>>;

    /// Columns of a table.
    fn columns(&self) -> &[Column] {
        &[]
    }

    /// What the records mean, when that was found only by opening the container.
    fn schema(&self) -> Option<Schema> {
        None
    }

    /// Date of the data as the file states it.
    fn as_of(&self) -> Option<&str> {
        None
    }
}
