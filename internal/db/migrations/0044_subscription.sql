-- +goose Up
-- What renews by itself. A row stands before the provider is asked, with all that the provider
-- is told; it outlives the account, as its order does.
CREATE TABLE subscriptions (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    package_id BIGINT NOT NULL REFERENCES packages (id),
    order_id BIGINT NOT NULL UNIQUE REFERENCES orders (id),
    checkout_id BIGINT NOT NULL UNIQUE REFERENCES checkouts (id),
    ref TEXT NOT NULL, -- the provider's id; empty until it is known
    account TEXT NOT NULL, -- of the channel at the provider: simulated, test or live
    customer TEXT NOT NULL,
    product_name TEXT NOT NULL, -- as the provider was told
    price BIGINT NOT NULL, -- of a period, in minor units of currency
    currency TEXT NOT NULL,
    period_days BIGINT NOT NULL, -- 0: a year of twelve months
    trial_days BIGINT NOT NULL,
    status TEXT NOT NULL, -- inactive, active, canceled, expired
    auto_renew BOOLEAN NOT NULL,
    past_due BOOLEAN NOT NULL, -- a renewal failed and is tried again
    trial_until_ms BIGINT NOT NULL, -- 0 without a trial
    period_start_ms BIGINT NOT NULL, -- of the period that is paid, or tried; 0 until there is one
    period_end_ms BIGINT NOT NULL,
    canceled_ms BIGINT NOT NULL, -- 0 while it renews
    ended_ms BIGINT NOT NULL, -- when the provider stopped asking for money; 0 until then
    card TEXT NOT NULL, -- the provider's id of the card that pays, as it last said
    card_brand TEXT NOT NULL,
    card_last4 TEXT NOT NULL,
    looked_ms BIGINT NOT NULL, -- when the provider was asked for what stands here
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL
);
CREATE INDEX subscriptions_user ON subscriptions (channel_id, user_id);
CREATE INDEX subscriptions_going ON subscriptions (id) WHERE ended_ms = 0;
CREATE UNIQUE INDEX subscriptions_ref ON subscriptions (channel_id, ref) WHERE ref <> '';

-- What happened to a subscription. A row is written once.
CREATE TABLE subscription_history (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    subscription_id BIGINT NOT NULL REFERENCES subscriptions (id) ON DELETE CASCADE,
    kind TEXT NOT NULL, -- created, updated, payment_failed, canceled, resumed, ended
    ref TEXT NOT NULL, -- the provider's id of the invoice, or what else tells two apart
    amount BIGINT NOT NULL,
    currency TEXT NOT NULL,
    from_ms BIGINT NOT NULL, -- of the period that was paid; 0 where none was
    until_ms BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    UNIQUE (subscription_id, kind, ref)
);

-- Who has used the one free trial of a channel.
CREATE TABLE trials (
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    order_id BIGINT NOT NULL REFERENCES orders (id),
    started_ms BIGINT NOT NULL,
    PRIMARY KEY (channel_id, user_id)
);

-- The checkout begins a subscription: its payment is that of the subscription's first invoice.
ALTER TABLE checkouts ADD COLUMN subscribes BOOLEAN NOT NULL DEFAULT FALSE;

-- The period that a transaction pays for; 0 where it pays for none.
ALTER TABLE transactions ADD COLUMN from_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE transactions ADD COLUMN until_ms BIGINT NOT NULL DEFAULT 0;
