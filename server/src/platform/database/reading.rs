//! Statements outside a transaction, each with a timeout.

use std::{future::Future, time::Duration};

use sea_orm::{
    ConnectionTrait, DatabaseConnection, DbBackend, DbErr, ExecResult, QueryResult, Statement,
    TransactionTrait,
};
use sea_orm_migration::async_trait::async_trait;

use super::{pooled::Pooled, recent_trouble::RecentTrouble};

/// Connections for read-only queries. A statement without a timely response fails as if the database were down: a
/// frozen database keeps its connections open and stays silent.
#[derive(Clone, Debug)]
pub struct Reads {
    connection: DatabaseConnection,
    timeout: Duration,
    trouble: RecentTrouble,
    /// If a pooler is in between.
    pooled: Option<Pooled>,
}

impl Reads {
    pub(super) fn new(
        connection: DatabaseConnection,
        timeout: Duration,
        trouble: RecentTrouble,
        pooled: Option<Pooled>,
    ) -> Self {
        Self {
            connection,
            timeout,
            trouble,
            pooled,
        }
    }

    /// The connections themselves.
    pub(super) fn connection(&self) -> &DatabaseConnection {
        &self.connection
    }

    /// What transactions begin with, if a pooler is in between.
    pub(super) fn pooled(&self) -> Option<&Pooled> {
        self.pooled.as_ref()
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

/// Runs one statement, with a pooler in a transaction of its own.
macro_rules! ask {
    ($reads:ident, $statement:ident($argument:expr)) => {{
        let asked = async {
            let Some(pooled) = &$reads.pooled else {
                return $reads.connection.$statement($argument).await;
            };
            let transaction = $reads.connection.begin().await?;
            pooled.begin(&transaction).await?;
            let answer = transaction.$statement($argument).await?;
            transaction.commit().await?;
            Ok(answer)
        };
        $reads.in_time(asked).await
    }};
}

#[async_trait]
impl ConnectionTrait for Reads {
    fn get_database_backend(&self) -> DbBackend {
        self.connection.get_database_backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        ask!(self, execute_raw(statement))
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        ask!(self, execute_unprepared(sql))
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        ask!(self, query_one_raw(statement))
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        ask!(self, query_all_raw(statement))
    }
}
