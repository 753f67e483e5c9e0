//! `townperk areas`: the metro areas and towns that "Expansion" works through.

use std::path::PathBuf;

use clap::Subcommand;

use crate::{
    features::imports::build_areas,
    platform::{data_folder::DataFolder, error::Result, settings::Settings},
};

/// Make the list of metro areas and towns that "Expansion" works through.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make the list from the Census Bureau's population estimates, and put it into the data folder.
    ///
    /// Takes the file of metropolitan areas (cbsa-est2025-alldata.csv) and the file of places (sub-est2025.csv), or
    /// those of another year, from <https://www2.census.gov/programs-surveys/popest/datasets/>. The 321 least populous
    /// metropolitan areas count, and of each state the five largest towns of 2,500 to 20,000 people that are more than
    /// 15 miles from all of these and each other. Areas that are done stay done.
    Build {
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

/// Runs the command and prints what it did.
pub(super) fn run(arguments: Arguments, settings: &Settings) -> Result<()> {
    let folder = DataFolder::open(&settings.data_dir)?;
    match arguments.command {
        Command::Build { files } => {
            let built = build_areas(&folder, &files)?;
            for title in &built.unknown {
                complain!("townperk: left out {title}: none of its main towns is known");
            }
            say!(
                "Metro areas: {}. Towns: {}. They are in the data folder {}; a server on it uses them from its next run on.",
                built.areas,
                built.towns,
                settings.data_dir.display()
            );
        }
    }
    Ok(())
}
