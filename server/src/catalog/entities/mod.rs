//! The rows that several rooms share. Tables that only one room owns lie in that room.

pub mod article;
pub mod article_category;
pub mod audit;
pub mod boost;
pub mod chain_name;
pub mod change;
pub mod change_horizon;
pub mod city;
pub mod claim;
pub mod former_slug;
pub mod photo;
pub mod ranking_day;
pub mod shop;
pub mod shop_source;
pub mod story;
pub mod suggestion;
pub mod visibility_figure;
pub mod vote;
