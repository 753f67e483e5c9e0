//! The calls.

use crate::{
    error::Result,
    objects::{
        Charge, Customer, Dispute, Event, Invoice, InvoicePayment, List, PaymentIntent,
        PortalSession, Price, Refund, Subscription,
    },
    transport::{Client, Form},
};

/// A price, and the product that it is of.
#[derive(Clone, Copy, Debug)]
pub struct NewPrice<'a> {
    pub product: &'a str,
    /// In cents.
    pub amount: i64,
    pub currency: &'a str,
    /// Finds it again; it is taken over from the price that had it before.
    pub lookup_key: &'a str,
    /// Paid each month; else once.
    pub monthly: bool,
}

/// A subscription that waits for its first payment.
#[derive(Clone, Copy, Debug)]
pub struct NewSubscription<'a> {
    pub customer: &'a str,
    pub price: &'a str,
    pub description: &'a str,
    pub metadata: &'a [(&'a str, &'a str)],
}

/// A payment that is asked for once.
#[derive(Clone, Copy, Debug)]
pub struct NewPaymentIntent<'a> {
    /// In cents.
    pub amount: i64,
    pub currency: &'a str,
    pub customer: &'a str,
    pub description: &'a str,
    pub metadata: &'a [(&'a str, &'a str)],
}

/// All of a payment's money, back to its holder.
#[derive(Clone, Copy, Debug)]
pub struct NewRefund<'a> {
    pub payment_intent: &'a str,
    /// `duplicate`, `fraudulent`, `requested_by_customer`.
    pub reason: &'a str,
    pub metadata: &'a [(&'a str, &'a str)],
}

/// As many as a part of a list may hold.
const MOST: &str = "100";

impl Client {
    /// The active price with this key.
    pub async fn find_price(&self, lookup_key: &str) -> Result<Option<Price>> {
        let form = Form::new()
            .add("lookup_keys[]", lookup_key)
            .add("active", "true");
        let found: List<Price> = self.get("prices", form).await?;
        Ok(found.data.into_iter().next())
    }

    /// A new price, which takes its key over from an older one. Running subscriptions keep theirs.
    pub async fn create_price(&self, new: &NewPrice<'_>, idempotency_key: &str) -> Result<Price> {
        let mut form = Form::new()
            .add("product_data[name]", new.product)
            .add("unit_amount", &new.amount.to_string())
            .add("currency", new.currency)
            .add("lookup_key", new.lookup_key)
            .add("transfer_lookup_key", "true");
        if new.monthly {
            form = form.add("recurring[interval]", "month");
        }
        self.post("prices", form, idempotency_key).await
    }

    /// A new customer.
    pub async fn create_customer(
        &self,
        email: &str,
        name: &str,
        idempotency_key: &str,
    ) -> Result<Customer> {
        let form = Form::new().add("email", email).add("name", name);
        self.post("customers", form, idempotency_key).await
    }

    /// A new subscription. It is `incomplete` until the browser has paid, and is given up by Stripe after 23 hours.
    /// The secret for the browser is at `latest_invoice.confirmation_secret`.
    pub async fn create_subscription(
        &self,
        new: &NewSubscription<'_>,
        idempotency_key: &str,
    ) -> Result<Subscription> {
        let form = Form::new()
            .add("customer", new.customer)
            .add("items[0][price]", new.price)
            .add("payment_behavior", "default_incomplete")
            .add(
                "payment_settings[save_default_payment_method]",
                "on_subscription",
            )
            .add("description", new.description)
            .add("expand[]", "latest_invoice.confirmation_secret")
            .metadata(new.metadata);
        self.post("subscriptions", form, idempotency_key).await
    }

    /// A subscription as it is now.
    pub async fn subscription(&self, id: &str) -> Result<Subscription> {
        self.get(&["subscriptions/", id], Form::new()).await
    }

    /// The same with its latest invoice and the secret that pays it.
    pub async fn subscription_to_pay(&self, id: &str) -> Result<Subscription> {
        let form = Form::new().add("expand[]", "latest_invoice.confirmation_secret");
        self.get(&["subscriptions/", id], form).await
    }

    /// Ends a subscription when its period ends, or keeps it after all.
    pub async fn set_cancel_at_period_end(
        &self,
        id: &str,
        cancel: bool,
        idempotency_key: &str,
    ) -> Result<Subscription> {
        let form = Form::new().add(
            "cancel_at_period_end",
            if cancel { "true" } else { "false" },
        );
        self.post(&["subscriptions/", id], form, idempotency_key)
            .await
    }

    /// Has a subscription renewed at another price; the period that runs is not changed.
    pub async fn set_price(
        &self,
        id: &str,
        item: &str,
        price: &str,
        idempotency_key: &str,
    ) -> Result<Subscription> {
        let form = Form::new()
            .add("items[0][id]", item)
            .add("items[0][price]", price)
            .add("proration_behavior", "none");
        self.post(&["subscriptions/", id], form, idempotency_key)
            .await
    }

    /// Ends a subscription now. One that was never paid can't be paid any more.
    pub async fn cancel_subscription(
        &self,
        id: &str,
        idempotency_key: &str,
    ) -> Result<Subscription> {
        self.delete(&["subscriptions/", id], idempotency_key).await
    }

    /// The newest invoices of a subscription, 100 at most.
    pub async fn invoices(&self, subscription: &str) -> Result<List<Invoice>> {
        let form = Form::new()
            .add("subscription", subscription)
            .add("limit", MOST);
        self.get("invoices", form).await
    }

    /// An invoice as it is now.
    pub async fn invoice(&self, id: &str) -> Result<Invoice> {
        self.get(&["invoices/", id], Form::new()).await
    }

    /// The payments of an invoice, with payment intent and charge.
    pub async fn payments_of_invoice(&self, invoice: &str) -> Result<List<InvoicePayment>> {
        let form = Form::new()
            .add("invoice", invoice)
            .add("expand[]", "data.payment.payment_intent.latest_charge");
        self.get("invoice_payments", form).await
    }

    /// The invoice that a payment intent pays, if it pays one.
    pub async fn invoice_of_payment(&self, payment_intent: &str) -> Result<Option<Invoice>> {
        let form = Form::new()
            .add("payment[type]", "payment_intent")
            .add("payment[payment_intent]", payment_intent)
            .add("expand[]", "data.invoice");
        let found: List<InvoicePayment> = self.get("invoice_payments", form).await?;
        Ok(found
            .data
            .into_iter()
            .find_map(|payment| payment.invoice.object().cloned()))
    }

    /// A new payment. The secret for the browser is at `client_secret`.
    pub async fn create_payment_intent(
        &self,
        new: &NewPaymentIntent<'_>,
        idempotency_key: &str,
    ) -> Result<PaymentIntent> {
        let form = Form::new()
            .add("amount", &new.amount.to_string())
            .add("currency", new.currency)
            .add("customer", new.customer)
            .add("description", new.description)
            .add("automatic_payment_methods[enabled]", "true")
            .metadata(new.metadata);
        self.post("payment_intents", form, idempotency_key).await
    }

    /// A payment as it is now, with its charge.
    pub async fn payment_intent(&self, id: &str) -> Result<PaymentIntent> {
        let form = Form::new().add("expand[]", "latest_charge");
        self.get(&["payment_intents/", id], form).await
    }

    /// Gives a payment up that nobody has made.
    pub async fn cancel_payment_intent(
        &self,
        id: &str,
        idempotency_key: &str,
    ) -> Result<PaymentIntent> {
        let form = Form::new().add("cancellation_reason", "abandoned");
        self.post(&["payment_intents/", id, "/cancel"], form, idempotency_key)
            .await
    }

    /// A charge as it is now.
    pub async fn charge(&self, id: &str) -> Result<Charge> {
        self.get(&["charges/", id], Form::new()).await
    }

    /// Gives all of a payment's money back.
    pub async fn create_refund(
        &self,
        new: &NewRefund<'_>,
        idempotency_key: &str,
    ) -> Result<Refund> {
        let form = Form::new()
            .add("payment_intent", new.payment_intent)
            .add("reason", new.reason)
            .metadata(new.metadata);
        self.post("refunds", form, idempotency_key).await
    }

    /// The disputes about a payment.
    pub async fn disputes(&self, payment_intent: &str) -> Result<List<Dispute>> {
        let form = Form::new().add("payment_intent", payment_intent);
        self.get("disputes", form).await
    }

    /// A link to the customer portal.
    pub async fn create_portal_session(
        &self,
        customer: &str,
        return_url: &str,
        idempotency_key: &str,
    ) -> Result<PortalSession> {
        let form = Form::new()
            .add("customer", customer)
            .add("return_url", return_url);
        self.post("billing_portal/sessions", form, idempotency_key)
            .await
    }

    /// The newest events that no endpoint of ours has taken, 100 at most.
    pub async fn undelivered_events(&self, since: i64) -> Result<List<Event>> {
        let form = Form::new()
            .add("delivery_success", "false")
            .add("created[gte]", &since.to_string())
            .add("limit", MOST);
        self.get("events", form).await
    }
}
