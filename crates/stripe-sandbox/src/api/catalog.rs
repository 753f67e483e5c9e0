//! Products and prices.

use serde_json::Value;

use super::lists;
use crate::{
    error::{ApiError, Result},
    params::{Params, change_metadata},
    state::{
        State,
        objects::{Metadata, Price, Product},
    },
    wire,
};

pub fn create_product(state: &mut State, params: &Params) -> Result<Value> {
    let name = params.required("name")?;
    let description = params.text("description");
    let metadata = params.members("metadata");
    params.finish()?;
    let id = new_product(state, name, description, metadata)?;
    state.shown(&id)
}

fn new_product(
    state: &mut State,
    name: String,
    description: Option<String>,
    metadata: Metadata,
) -> Result<String> {
    let product = Product {
        id: state.id("prod"),
        created: state.now,
        updated: state.now,
        active: true,
        name,
        description,
        metadata,
    };
    let id = product.id.clone();
    state.products.put(&id, product);
    let shown = state.shown(&id)?;
    state.emit("product.created", shown, None);
    Ok(id)
}

pub fn update_product(state: &mut State, id: &str, params: &Params) -> Result<Value> {
    let before = super::show(state, "product", id)?;
    let (name, active) = (params.text("name"), params.boolean("active")?);
    let description = params.text("description");
    let mut metadata = state
        .products
        .get(id)
        .map(|product| product.metadata.clone())
        .unwrap_or_default();
    change_metadata(&mut metadata, params);
    params.finish()?;
    let now = state.now;
    if let Some(product) = state.products.get_mut(id) {
        product.name = name.unwrap_or_else(|| product.name.clone());
        product.active = active.unwrap_or(product.active);
        product.description = description.or_else(|| product.description.clone());
        product.metadata = metadata;
        product.updated = now;
    }
    let after = state.shown(id)?;
    state.emit_change("product.updated", &before, after.clone());
    Ok(after)
}

pub fn list_products(state: &State, params: &Params) -> Result<Value> {
    let active = params.boolean("active")?;
    let ids = params.list("ids");
    let kept = state
        .products
        .iter()
        .filter(|product| active.is_none_or(|active| product.active == active))
        .filter(|product| ids.is_empty() || ids.contains(&product.id))
        .map(wire::product);
    lists::page(kept, params, "/v1/products")
}

pub fn create_price(state: &mut State, params: &Params) -> Result<Value> {
    let currency = params.required("currency")?;
    let Some(unit_amount) = params.integer("unit_amount")? else {
        return Err(ApiError::missing("unit_amount"));
    };
    let interval = params.one_of("recurring[interval]", &["month"])?;
    let count = params.integer("recurring[interval_count]")?;
    if count.is_some_and(|count| count != 1) {
        return Err(
            ApiError::invalid("The sandbox knows intervals of one month.")
                .param("recurring[interval_count]"),
        );
    }
    let lookup_key = params.text("lookup_key");
    let transfers = params.boolean("transfer_lookup_key")?.unwrap_or(false);
    let metadata = params.members("metadata");
    let nickname = params.text("nickname");
    let named = params.text("product_data[name]");
    let product_metadata = params.members("product_data[metadata]");
    let product = params.text("product");
    params.finish()?;
    if let Some(key) = &lookup_key {
        let holder = state
            .prices
            .iter()
            .find(|price| price.lookup_key.as_ref() == Some(key))
            .map(|price| price.id.clone());
        match holder {
            Some(holder) if transfers => {
                if let Some(price) = state.prices.get_mut(&holder) {
                    price.lookup_key = None;
                }
            }
            Some(holder) => {
                return Err(ApiError::invalid(format!(
                    "A price (`{holder}`) already uses that lookup key."
                ))
                .param("lookup_key"));
            }
            None => {}
        }
    }
    let product = match (product, named) {
        (Some(product), None) => {
            super::show(state, "product", &product)?;
            product
        }
        (None, Some(name)) => new_product(state, name, None, product_metadata)?,
        _ => return Err(ApiError::missing("product")),
    };
    let price = Price {
        id: state.id("price"),
        created: state.now,
        active: true,
        product,
        currency,
        unit_amount,
        monthly: interval.is_some(),
        lookup_key,
        nickname,
        metadata,
    };
    let id = price.id.clone();
    state.prices.put(&id, price);
    let shown = state.shown(&id)?;
    state.emit("price.created", shown.clone(), None);
    Ok(shown)
}

pub fn update_price(state: &mut State, id: &str, params: &Params) -> Result<Value> {
    let before = super::show(state, "price", id)?;
    let (active, nickname) = (params.boolean("active")?, params.text("nickname"));
    let mut metadata = state
        .prices
        .get(id)
        .map(|price| price.metadata.clone())
        .unwrap_or_default();
    change_metadata(&mut metadata, params);
    params.finish()?;
    if let Some(price) = state.prices.get_mut(id) {
        price.active = active.unwrap_or(price.active);
        price.nickname = nickname.or_else(|| price.nickname.clone());
        price.metadata = metadata;
    }
    let after = state.shown(id)?;
    state.emit_change("price.updated", &before, after.clone());
    Ok(after)
}

pub fn list_prices(state: &State, params: &Params) -> Result<Value> {
    let active = params.boolean("active")?;
    let keys = params.list("lookup_keys");
    let product = params.text("product");
    let kept = state
        .prices
        .iter()
        .filter(|price| active.is_none_or(|active| price.active == active))
        .filter(|price| {
            product
                .as_ref()
                .is_none_or(|product| price.product == *product)
        })
        .filter(|price| {
            keys.is_empty()
                || price
                    .lookup_key
                    .as_ref()
                    .is_some_and(|key| keys.contains(key))
        })
        .map(wire::price);
    lists::page(kept, params, "/v1/prices")
}
