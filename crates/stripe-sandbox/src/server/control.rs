//! Control endpoints for tests, with the secret key: move the clock, inject faults, decide disputes.

use serde_json::{Value, json};

use crate::{
    api::KeyKind,
    error::{ApiError, Result},
    faults::{Fault, FaultKind},
    params::Params,
    sandbox::Sandbox,
};

pub fn carry_out(
    sandbox: &Sandbox,
    method: &str,
    order: &str,
    params: &Params,
    key: KeyKind,
) -> Result<Value> {
    if key != KeyKind::Secret {
        return Err(ApiError::new(
            403,
            "invalid_request_error",
            "This needs the secret key.",
        ));
    }
    match (method, order) {
        ("POST", "clock") => sandbox.advance(params.integer("advance")?.unwrap_or_default()),
        ("POST", "faults") => sandbox.order(fault(params)?),
        ("POST", "webhooks") => sandbox.hold_webhooks(params.boolean("held")?.unwrap_or(false)),
        ("POST", "settle") => {
            let arrives = params.boolean("arrives")?.unwrap_or(true);
            sandbox.settle(&params.required("payment_intent")?, arrives)?;
        }
        ("POST", "disputes") => {
            let dispute = sandbox.open_dispute(&params.required("charge")?)?;
            return Ok(json!({ "id": dispute }));
        }
        ("GET", "calls") => {
            let calls: Vec<Value> = sandbox
                .calls()
                .into_iter()
                .map(|call| json!({ "method": call.method, "path": call.path, "key": call.idempotency_key }))
                .collect();
            return Ok(json!({ "calls": calls }));
        }
        _ => return Err(ApiError::no_route(method, order)),
    }
    params.finish()?;
    Ok(json!({ "now": sandbox.now() }))
}

fn fault(params: &Params) -> Result<Fault> {
    let number = |name: &str| -> Result<i64> { Ok(params.integer(name)?.unwrap_or(500)) };
    let status = u16::try_from(number("status")?).unwrap_or(500);
    let kind = match params.required("kind")?.as_str() {
        "refuse" => FaultKind::Refuse(status),
        "lose_answer" => FaultKind::LoseAnswer(status),
        "delay" => FaultKind::Delay(u64::try_from(number("millis")?).unwrap_or_default()),
        "hang" => FaultKind::Hang,
        "hang_after" => FaultKind::HangAfter,
        "garble" => FaultKind::Garble,
        other => return Err(ApiError::invalid(format!("Unknown fault: {other}")).param("kind")),
    };
    let times = params.integer("times")?.unwrap_or(1);
    Ok(Fault {
        method: params.text("method").unwrap_or_default(),
        path: params.text("path").unwrap_or_default(),
        kind,
        times: u32::try_from(times).unwrap_or(1),
    })
}
