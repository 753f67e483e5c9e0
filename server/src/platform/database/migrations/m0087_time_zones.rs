//! The administrator's time zone for a shop (D111). Rows of earlier releases had the zone of their pin or ZIP code: towns get
//! theirs from the place table, and shops their town's.

use gazetteer::{Gazetteer, State};
use sea_orm::{ConnectionTrait, QueryResult};
use sea_orm_migration::{prelude::*, schema::*};
use uuid::Uuid;

use super::m0047_runs::rows;

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

const COLUMN: &str = "own_time_zone";

/// Servers of the release before may run on; they read the rows again.
const TOLD: &str = "INSERT INTO changes (kind, entity_id, created_at) \
    SELECT 'shop', shops.id, CURRENT_TIMESTAMP FROM shops JOIN cities ON cities.id = shops.city_id \
    WHERE shops.time_zone <> cities.time_zone";

const SHOPS: &str = "UPDATE shops SET version = version + 1, \
    time_zone = (SELECT cities.time_zone FROM cities WHERE cities.id = shops.city_id) \
    WHERE time_zone <> (SELECT cities.time_zone FROM cities WHERE cities.id = shops.city_id)";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::alter()
            .table("shops")
            .add_column(string_len_null(COLUMN, 64))
            .to_owned();
        manager.alter_table(table).await?;
        let connection = manager.get_connection();
        for town in rows(connection, "cities", None).await? {
            let known = known_zone(&town)?;
            if let Some((id, zone)) = known {
                set_zone(connection, id, zone).await?;
            }
        }
        for statement in [TOLD, SHOPS] {
            connection.execute_unprepared(statement).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // Zones stay: earlier programs can work with them.
        let table = Table::alter().table("shops").drop_column(COLUMN).to_owned();
        manager.alter_table(table).await
    }
}

/// The zone that the place table has for a town, if it is another than the row's.
fn known_zone(town: &QueryResult) -> Result<Option<(Uuid, &'static str)>, DbErr> {
    let text = |column: &str| town.try_get::<String>("", column);
    let (name, slug, before) = (text("name")?, text("slug")?, text("time_zone")?);
    let id: Uuid = town.try_get("", "id")?;
    let state = State::parse(&text("state")?);
    let known = state.and_then(|state| Gazetteer::get().time_zone_of_town((&name, state), &slug));
    Ok(known.filter(|zone| *zone != before).map(|zone| (id, zone)))
}

async fn set_zone(
    connection: &impl ConnectionTrait,
    id: Uuid,
    zone: &'static str,
) -> Result<(), DbErr> {
    let update = Query::update()
        .table("cities")
        .value("time_zone", zone)
        .value("version", Expr::col("version").add(1))
        .and_where(Expr::col("id").eq(id))
        .to_owned();
    connection.execute(&update).await?;
    let told = Query::insert()
        .into_table("changes")
        .columns(["kind", "entity_id", "created_at"])
        .values(["city".into(), id.into(), Expr::current_timestamp()])
        .map_err(|error| DbErr::Custom(error.to_string()))?
        .to_owned();
    connection.execute(&told).await?;
    Ok(())
}
