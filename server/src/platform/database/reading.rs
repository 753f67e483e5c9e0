//! Statements outside a transaction, each with a timeout.

use std::{future::Future, time::Duration};

use sea_orm::{
    ConnectionTrait, DatabaseConnection, DbBackend, DbErr, ExecResult, QueryResult, Statement,
};
use sea_orm_migration::async_trait::async_trait;

use super::recent_trouble::RecentTrouble;

/// Connections for read-only queries. A statement without a timely response fails as if the database were down: a
/// frozen database keeps its connections open and stays silent.
#[derive(Clone, Debug)]
pub struct Reads {
    connection: DatabaseConnection,
    timeout: Duration,
    trouble: RecentTrouble,
}

impl Reads {
    pub(super) fn new(
        connection: DatabaseConnection,
        timeout: Duration,
        trouble: RecentTrouble,
    ) -> Self {
        Self {
            connection,
            timeout,
            trouble,
        }
    }

    /// The connections themselves.
    pub(super) fn connection(&self) -> &DatabaseConnection {
        &self.connection
    }

    async fn in_time<T>(
        &self,
        answer: impl Future<Output = Result<T, DbErr>> + Send,
    ) -> Result<T, DbErr> {
        let answer = self.trouble.in_time(self.timeout, answer).await?;
        if let Err(error) = &answer {
            self.trouble.look_at(error);
        }
        answer
    }
}

#[async_trait]
impl ConnectionTrait for Reads {
    fn get_database_backend(&self) -> DbBackend {
        self.connection.get_database_backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        self.in_time(self.connection.execute_raw(statement)).await
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        self.in_time(self.connection.execute_unprepared(sql)).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        self.in_time(self.connection.query_one_raw(statement)).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        self.in_time(self.connection.query_all_raw(statement)).await
    }
}
