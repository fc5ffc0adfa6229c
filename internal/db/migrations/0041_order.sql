-- +goose Up
-- Who a user is to the payment provider. A row outlives the account: the law wants what was paid kept.
CREATE TABLE payment_customers (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    account TEXT NOT NULL, -- of the channel at the provider: simulated, test or live
    ref TEXT NOT NULL, -- the provider's id
    created_ms BIGINT NOT NULL,
    UNIQUE (channel_id, user_id, account)
);

-- One payment: what a buyer confirmed at once. It stands before the provider is asked, and all
-- that the provider is told follows from it, so that asking again gets the same answer.
CREATE TABLE checkouts (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    key TEXT NOT NULL UNIQUE, -- idempotency key and the provider's metadata
    status TEXT NOT NULL, -- created, paid, failed, refunded, quarantined
    currency TEXT NOT NULL,
    base_price BIGINT NOT NULL,
    service_fee BIGINT NOT NULL,
    discount BIGINT NOT NULL,
    amount BIGINT NOT NULL, -- base_price - discount + service_fee
    coupon_id BIGINT, -- NULL without one
    account TEXT NOT NULL, -- as above
    customer TEXT NOT NULL,
    payment_method TEXT NOT NULL,
    save_card BOOLEAN NOT NULL,
    intent TEXT NOT NULL, -- the provider's id of the payment; empty until it is known
    awaits_buyer BOOLEAN NOT NULL, -- the buyer is to confirm it with their bank
    failure_code TEXT NOT NULL,
    failure_message TEXT NOT NULL,
    language TEXT NOT NULL, -- of letters
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL
);
CREATE INDEX checkouts_open ON checkouts (created_ms) WHERE status = 'created';
CREATE UNIQUE INDEX checkouts_intent ON checkouts (channel_id, intent) WHERE intent <> '';

-- One product that was, or is being, bought.
CREATE TABLE orders (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    checkout_id BIGINT NOT NULL REFERENCES checkouts (id),
    type TEXT NOT NULL, -- event, package, additional, subscription
    status TEXT NOT NULL, -- created, failed, paid, refunded, quarantined
    package_id BIGINT NOT NULL REFERENCES packages (id),
    event_id BIGINT, -- of a ticket
    event_category_id BIGINT, -- the part of the package that was chosen
    participant_id BIGINT, -- likewise
    product_key TEXT NOT NULL, -- what was bought, part included
    live BOOLEAN NOT NULL, -- being paid, or paid and good: of these a user has one per product
    currency TEXT NOT NULL,
    base_price BIGINT NOT NULL,
    service_fee BIGINT NOT NULL,
    discount BIGINT NOT NULL,
    amount BIGINT NOT NULL,
    until_ms BIGINT NOT NULL, -- when access ends; 0 for never
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL,
    paid_ms BIGINT NOT NULL, -- 0 until it is
    refunded_ms BIGINT NOT NULL
);
CREATE UNIQUE INDEX orders_live ON orders (channel_id, user_id, product_key) WHERE live = TRUE;
CREATE INDEX orders_user ON orders (channel_id, user_id, created_ms);
CREATE INDEX orders_checkout ON orders (checkout_id);
CREATE INDEX orders_event ON orders (event_id) WHERE event_id IS NOT NULL;

-- What happened to the money of an order. A row is written once.
CREATE TABLE transactions (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    order_id BIGINT NOT NULL REFERENCES orders (id),
    status TEXT NOT NULL, -- created, failed, paid, refunded
    amount BIGINT NOT NULL,
    currency TEXT NOT NULL,
    ref TEXT NOT NULL, -- the provider's id of the charge or refund
    created_ms BIGINT NOT NULL,
    UNIQUE (order_id, status, ref)
);

-- Events of the provider that were told and had their effect, or were set aside.
CREATE TABLE provider_events (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    ref TEXT NOT NULL,
    type TEXT NOT NULL,
    outcome TEXT NOT NULL,
    received_ms BIGINT NOT NULL,
    UNIQUE (channel_id, ref)
);

-- When a season pass ends; 0 for what does not end, or ends a time after it was bought.
ALTER TABLE packages ADD COLUMN ends_ms BIGINT NOT NULL DEFAULT 0;
