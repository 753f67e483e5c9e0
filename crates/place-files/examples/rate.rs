//! Measures parsing speed: `cargo run --release --example rate -- [ROWS]`.
//!
//! Writes a table of invented places to a temporary file, reads it, and prints rows per second and peak memory use
//! (Linux).

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::time::Instant;

use place_files::{Item, OpenOptions, open};

fn main() -> Result<(), Box<dyn Error>> {
    let rows: u64 = std::env::args()
        .nth(1)
        .map_or(Ok(1_000_000), |text| text.parse())?;
    let path = std::env::temp_dir().join(format!("place-files-rate-{}.csv", std::process::id()));
    let bytes = write_table(&path, rows)?;
    let start = Instant::now();
    let (mut places, mut with_point, mut errors) = (0_u64, 0_u64, 0_u64);
    for item in open(&path, &OpenOptions::new())? {
        match item {
            Ok(Item::Place(place)) => {
                places += 1;
                with_point += u64::from(place.latitude.is_some());
            }
            Ok(Item::Skipped(_)) => {}
            Err(_) => errors += 1,
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    std::fs::remove_file(&path)?;
    println!(
        "{places} places ({with_point} with a point, {errors} errors), {} MB in {seconds:.2} s",
        bytes / 1_000_000
    );
    if let Some(line) = std::fs::read_to_string("/proc/self/status")?
        .lines()
        .find(|line| line.starts_with("VmHWM"))
    {
        println!("{line}");
    }
    Ok(())
}

fn write_table(path: &std::path::Path, rows: u64) -> std::io::Result<u64> {
    let mut out = BufWriter::new(File::create(path)?);
    writeln!(
        out,
        "id,Shop Name,Address,City,State,ZIP,Latitude,Longitude,Phone,Website,Hours,WiFi,Outdoor Seating,Category"
    )?;
    for row in 0..rows {
        let (town, number) = (row % 9973, row % 9000 + 100);
        let (latitude, longitude) = (
            25.0 + (row % 2400) as f64 * 0.01,
            -124.0 + (row % 5700) as f64 * 0.01,
        );
        writeln!(
            out,
            "{row},\"Caf\u{e9} \"\"Number {row}\"\"\",\"{number} Main Street, Suite {}\",Town {town},LA,{:05}-1234,{latitude:.6},{longitude:.6},\
             (318) 555-{:04},https://shop{row}.example/,\"Mon-Fri 6:30am-5pm, Sat 8-2\",yes,no,coffee shop",
            row % 40,
            70000 + row % 1000,
            row % 10_000,
        )?;
    }
    out.flush()?;
    Ok(std::fs::metadata(path)?.len())
}
