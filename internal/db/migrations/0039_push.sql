-- +goose Up
-- A browser that a person lets us tell things. It belongs to the session in which that
-- was allowed: with the session it ends.
CREATE TABLE push_subscriptions (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    session_id BIGINT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    endpoint_hash TEXT NOT NULL, -- SHA-256, base64
    endpoint TEXT NOT NULL, -- where the browser's push service takes messages
    p256dh TEXT NOT NULL, -- the browser's public key, base64url (RFC 8291, 3.1)
    auth TEXT NOT NULL, -- its authentication secret, base64url (RFC 8291, 3.2)
    created_ms BIGINT NOT NULL,
    UNIQUE (channel_id, endpoint_hash),
    FOREIGN KEY (channel_id, user_id) REFERENCES users (channel_id, id) ON DELETE CASCADE
);
CREATE INDEX push_subscriptions_user ON push_subscriptions (channel_id, user_id);
CREATE INDEX push_subscriptions_session ON push_subscriptions (session_id);
