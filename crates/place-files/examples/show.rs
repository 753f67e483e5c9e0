//! Prints the records of a place file: `cargo run --example show -- FILE [FORMAT]`.

use std::collections::BTreeMap;
use std::error::Error;

use place_files::{Item, OpenOptions, open};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: show FILE [FORMAT]")?;
    let hint = arguments.next().as_deref().unwrap_or("auto").parse()?;
    let file = open(path, &OpenOptions::new().format(hint))?;
    println!(
        "{}, {} bytes",
        file.format(),
        file.total_bytes().unwrap_or_default()
    );
    for column in file.columns() {
        println!(
            "  column {:?}: {}",
            column.name,
            column.field.map_or("-", place_files::Field::name)
        );
    }
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for item in file {
        let key = match item {
            Ok(Item::Place(place)) => {
                println!("{place:?}");
                for note in &place.notes {
                    println!("  note: {note}");
                }
                "places".to_owned()
            }
            Ok(Item::Skipped(skipped)) => {
                *counts.entry(skipped.reason.to_string()).or_default() += skipped.count - 1;
                skipped.reason.to_string()
            }
            Err(error) => {
                println!("ERROR {error}");
                "errors".to_owned()
            }
        };
        *counts.entry(key).or_default() += 1;
    }
    println!("{counts:?}");
    Ok(())
}
