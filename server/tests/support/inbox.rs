//! The administrator's inbox.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Visitor;

impl Visitor {
    /// The pending items that the administrator sees, fewer than are listed at most. As many are counted, of each kind.
    pub async fn inbox(&self) -> Vec<Value> {
        let inbox = self.get("/api/admin/inbox").await.expect(200).json();
        let items = inbox["items"].as_array().unwrap().clone();
        let mut listed: BTreeMap<&str, (u64, &str)> = BTreeMap::new();
        for item in &items {
            let since = item["since"].as_str().unwrap();
            let kind = listed.entry(item["kind"].as_str().unwrap());
            kind.or_insert((0, since)).0 += 1;
        }
        let counts = self.get("/api/admin/counts").await.expect(200).json();
        let counted: BTreeMap<&str, (u64, &str)> = (counts["kinds"].as_object().unwrap().iter())
            .map(|(kind, of)| {
                let (count, oldest) = (of["count"].as_u64(), of["oldest"].as_str());
                (kind.as_str(), (count.unwrap(), oldest.unwrap()))
            })
            .collect();
        assert_eq!(counted, listed);
        assert_eq!(counts["total"], items.len());
        items
    }
}
