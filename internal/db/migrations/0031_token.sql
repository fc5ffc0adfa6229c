-- +goose Up
-- The language of letters to a person: en, fr, or empty while nobody knows.
ALTER TABLE users ADD COLUMN language TEXT NOT NULL DEFAULT '';

-- What a mailed link lets its holder do, once. The link's secret is never stored.
CREATE TABLE tokens (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    purpose TEXT NOT NULL, -- see internal/account/token.go
    hash TEXT NOT NULL UNIQUE, -- SHA-256 of the secret, base64
    email TEXT NOT NULL, -- whom it was sent to
    payload TEXT NOT NULL, -- what the purpose needs to know, or empty
    created_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL,
    used_ms BIGINT, -- NULL until somebody follows the link
    FOREIGN KEY (channel_id, user_id) REFERENCES users (channel_id, id) ON DELETE CASCADE
);
CREATE INDEX tokens_user ON tokens (channel_id, user_id, purpose);
CREATE INDEX tokens_expires ON tokens (expires_ms);
