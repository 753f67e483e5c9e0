//! gazetteer
