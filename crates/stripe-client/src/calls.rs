//! The calls.

use crate::{
    error::Result,
    objects::{
        Account, Charge, Customer, Dispute, Event, Invoice, InvoicePayment, List, PaymentIntent,
        PortalSession, Price, Product, Refund, Subscription,
    },
    transport::{Client, Form},
};

/// A new price and its product.
#[derive(Clone, Copy, Debug)]
pub struct NewPrice<'a> {
    pub product: &'a str,
    /// In cents.
    pub amount: i64,
    pub currency: &'a str,
    /// Identifies it; taken over from the price that had it before.
    pub lookup_key: &'a str,
    /// Monthly; otherwise one-time.
    pub monthly: bool,
    pub metadata: &'a [(&'a str, &'a str)],
}

/// A subscription waiting for its first payment.
#[derive(Clone, Copy, Debug)]
pub struct NewSubscription<'a> {
    pub customer: &'a str,
    pub price: &'a str,
    pub description: &'a str,
    pub metadata: &'a [(&'a str, &'a str)],
}

/// A one-time payment.
#[derive(Clone, Copy, Debug)]
pub struct NewPaymentIntent<'a> {
    /// In cents.
    pub amount: i64,
    pub currency: &'a str,
    pub customer: &'a str,
    pub description: &'a str,
    pub metadata: &'a [(&'a str, &'a str)],
}

/// A full refund.
#[derive(Clone, Copy, Debug)]
pub struct NewRefund<'a> {
    pub payment_intent: &'a str,
    /// `duplicate`, `fraudulent`, `requested_by_customer`.
    pub reason: &'a str,
    pub metadata: &'a [(&'a str, &'a str)],
}

/// Stripe's maximum page size.
const PAGE_SIZE: &str = "100";

impl Client {
    /// The account that the key belongs to.
    ///
    /// # Errors
    ///
    /// When Stripe refuses, can't be reached, or sends an unreadable answer. Restricted keys may be refused with 403.
    pub async fn account(&self) -> Result<Account> {
        self.get("account", Form::new()).await
    }

    /// The price with this key, which may be archived.
    ///
    /// # Errors
    ///
    /// When Stripe refuses, can't be reached, or sends an unreadable answer.
    pub async fn find_price(&self, lookup_key: &str) -> Result<Option<Price>> {
        let form = Form::new().add("lookup_keys[]", lookup_key);
        let found: List<Price> = self.get("prices", form).await?;
        Ok(found.data.into_iter().next())
    }

    /// A price.
    ///
    /// # Errors
    ///
    /// When Stripe refuses, can't be reached, or sends an unreadable answer.
    pub async fn price(&self, id: &str) -> Result<Price> {
        self.get(&["prices/", id], Form::new()).await
    }

    /// What is sold at a price.
    ///
    /// # Errors
    ///
    /// When Stripe refuses, can't be reached, or sends an unreadable answer.
    pub async fn product(&self, id: &str) -> Result<Product> {
        self.get(&["products/", id], Form::new()).await
    }

    /// Adds our own data to a price, which may be archived.
    ///
    /// # Errors
    ///
    /// When Stripe refuses, can't be reached, or sends an unreadable answer.
    pub async fn mark_price(
        &self,
        id: &str,
        metadata: &[(&str, &str)],
        idempotency_key: &str,
    ) -> Result<Price> {
        let form = Form::new().metadata(metadata);
        self.post(&["prices/", id], form, idempotency_key).await
    }

    /// Creates a price, which takes over its key from an older one. Active subscriptions keep theirs.
    ///
    /// # Errors
    ///
    /// When Stripe refuses, can't be reached, or sends an unreadable answer.
    pub async fn create_price(&self, new: &NewPrice<'_>, idempotency_key: &str) -> Result<Price> {
        let mut form = Form::new()
            .add("product_data[name]", new.product)
            .add("unit_amount", &new.amount.to_string())
            .add("currency", new.currency)
            .add("lookup_key", new.lookup_key)
            .add("transfer_lookup_key", "true")
            .metadata(new.metadata);
        if new.monthly {
            form = form.add("recurring[interval]", "month");
        }
        self.post("prices", form, idempotency_key).await
    }

    /// Creates a customer.
    ///
    /// # Errors
    ///
    /// When Stripe refuses, can't be reached, or sends an unreadable answer.
    pub async fn create_customer(
        &self,
        email: &str,
        name: &str,
        idempotency_key: &str,
    ) -> Result<Customer> {
        let form = Form::new().add("email", email).add("name", name);
        self.post("customers", form, idempotency_key).await
    }

    /// A customer; one that was deleted has no address.
    ///
    /// # Errors
    ///
    /// When Stripe refuses, can't be reached, or sends an unreadable answer.
    pub async fn customer(&self, id: &str) -> Result<Customer> {
        self.get(&["customers/", id], Form::new()).await
    }

    /// Creates a subscription. It is `incomplete` until the browser has paid, and Stripe gives up on it after 23 hours.
    /// The secret for the browser is at `latest_invoice.confirmation_secret`.
    ///
    /// # Errors
    ///
    /// When Stripe refuses, can't be reached, or sends an unreadable answer.
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

    /// A subscription.
    ///
    /// # Errors
    ///
    /// When Stripe refuses, can't be reached, or sends an unreadable answer.
    pub async fn subscription(&self, id: &str) -> Result<Subscription> {
        self.get(&["subscriptions/", id], Form::new()).await
    }

    /// A subscription with its latest invoice and the secret for paying it.
    ///
    /// # Errors
    ///
    /// When Stripe refuses, can't be reached, or sends an unreadable answer.
    pub async fn subscription_to_pay(&self, id: &str) -> Result<Subscription> {
        let form = Form::new().add("expand[]", "latest_invoice.confirmation_secret");
        self.get(&["subscriptions/", id], form).await
    }

    /// Ends a subscription when its period ends, or undoes that.
    ///
    /// # Errors
    ///
    /// When Stripe refuses, can't be reached, or sends an unreadable answer.
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

    /// Makes a subscription renew at another price; the current period isn't changed.
    ///
    /// # Errors
    ///
    /// When Stripe refuses, can't be reached, or sends an unreadable answer.
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
    ///
    /// # Errors
    ///
    /// When Stripe refuses, can't be reached, or sends an unreadable answer.
    pub async fn cancel_subscription(
        &self,
        id: &str,
        idempotency_key: &str,
    ) -> Result<Subscription> {
        self.delete(&["subscriptions/", id], idempotency_key).await
    }

    /// The newest invoices of a subscription, 100 at most.
    ///
    /// # Errors
    ///
    /// When Stripe refuses, can't be reached, or sends an unreadable answer.
    pub async fn invoices(&self, subscription: &str) -> Result<List<Invoice>> {
        let form = Form::new()
            .add("subscription", subscription)
            .add("limit", PAGE_SIZE);
        self.get("invoices", form).await
    }

    /// An invoice.
    ///
    /// # Errors
    ///
    /// When Stripe refuses, can't be reached, or sends an unreadable answer.
    pub async fn invoice(&self, id: &str) -> Result<Invoice> {
        self.get(&["invoices/", id], Form::new()).await
    }

    /// The payments of an invoice, with payment intent and charge.
    ///
    /// # Errors
    ///
    /// When Stripe refuses, can't be reached, or sends an unreadable answer.
    pub async fn payments_of_invoice(&self, invoice: &str) -> Result<List<InvoicePayment>> {
        let form = Form::new()
            .add("invoice", invoice)
            .add("expand[]", "data.payment.payment_intent.latest_charge");
        self.get("invoice_payments", form).await
    }

    /// The invoice that a payment intent pays, if any.
    ///
    /// # Errors
    ///
    /// When Stripe refuses, can't be reached, or sends an unreadable answer.
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

    /// Creates a payment. The secret for the browser is at `client_secret`.
    ///
    /// # Errors
    ///
    /// When Stripe refuses, can't be reached, or sends an unreadable answer.
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

    /// A payment with its charge.
    ///
    /// # Errors
    ///
    /// When Stripe refuses, can't be reached, or sends an unreadable answer.
    pub async fn payment_intent(&self, id: &str) -> Result<PaymentIntent> {
        let form = Form::new().add("expand[]", "latest_charge");
        self.get(&["payment_intents/", id], form).await
    }

    /// Cancels a payment that nobody has made.
    ///
    /// # Errors
    ///
    /// When Stripe refuses, can't be reached, or sends an unreadable answer.
    pub async fn cancel_payment_intent(
        &self,
        id: &str,
        idempotency_key: &str,
    ) -> Result<PaymentIntent> {
        let form = Form::new().add("cancellation_reason", "abandoned");
        self.post(&["payment_intents/", id, "/cancel"], form, idempotency_key)
            .await
    }

    /// A charge.
    ///
    /// # Errors
    ///
    /// When Stripe refuses, can't be reached, or sends an unreadable answer.
    pub async fn charge(&self, id: &str) -> Result<Charge> {
        self.get(&["charges/", id], Form::new()).await
    }

    /// Refunds a payment in full.
    ///
    /// # Errors
    ///
    /// When Stripe refuses, can't be reached, or sends an unreadable answer.
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
    ///
    /// # Errors
    ///
    /// When Stripe refuses, can't be reached, or sends an unreadable answer.
    pub async fn disputes(&self, payment_intent: &str) -> Result<List<Dispute>> {
        let form = Form::new().add("payment_intent", payment_intent);
        self.get("disputes", form).await
    }

    /// A link to the customer portal.
    ///
    /// # Errors
    ///
    /// When Stripe refuses, can't be reached, or sends an unreadable answer.
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

    /// The newest events that our endpoints haven't accepted, 100 at most.
    ///
    /// # Errors
    ///
    /// When Stripe refuses, can't be reached, or sends an unreadable answer.
    pub async fn undelivered_events(&self, since: i64) -> Result<List<Event>> {
        let form = Form::new()
            .add("delivery_success", "false")
            .add("created[gte]", &since.to_string())
            .add("limit", PAGE_SIZE);
        self.get("events", form).await
    }
}
