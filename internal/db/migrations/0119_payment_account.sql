-- +goose Up
-- The accounts at the payment provider through which a channel has taken money. A channel that changes its keys to another account
-- keeps those of the former account here: its subscriptions, refunds and disputes go on there.
CREATE TABLE payment_accounts (
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    name TEXT NOT NULL, -- as in checkouts.account: simulated, test, live, or one of these with the provider's id
    ref TEXT NOT NULL, -- the provider's id
    keys TEXT NOT NULL, -- base64 of nonce and AES-256-GCM ciphertext
    updated_ms BIGINT NOT NULL,
    PRIMARY KEY (channel_id, name),
    UNIQUE (channel_id, ref)
);
