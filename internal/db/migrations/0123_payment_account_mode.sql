-- +goose Up
-- The provider gives the test mode and the live mode of an account the same id. They are two accounts here, with two names, so ref is
-- not unique within a channel. SQLite cannot drop a constraint: the table is made anew.
ALTER TABLE payment_accounts RENAME TO former_payment_accounts;
CREATE TABLE payment_accounts (
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    name TEXT NOT NULL, -- as in checkouts.account: simulated, test, live, or one of these with the provider's id
    ref TEXT NOT NULL, -- the provider's id
    keys TEXT NOT NULL, -- base64 of nonce and AES-256-GCM ciphertext
    updated_ms BIGINT NOT NULL,
    PRIMARY KEY (channel_id, name)
);
INSERT INTO payment_accounts (channel_id, name, ref, keys, updated_ms)
SELECT channel_id, name, ref, keys, updated_ms FROM former_payment_accounts;
DROP TABLE former_payment_accounts;
