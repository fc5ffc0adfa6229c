-- +goose Up
-- A passkey of a user (WebAuthn). It works on one domain of the channel, its relying party. It holds no secret.
CREATE TABLE passkeys (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    rp_id TEXT NOT NULL,
    credential_id TEXT NOT NULL, -- base64url
    handle TEXT NOT NULL, -- of the user, random, base64url; the same for all of a user's passkeys
    record TEXT NOT NULL, -- public key, flags and transports, JSON
    sign_count BIGINT NOT NULL,
    name TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    used_ms BIGINT, -- NULL until the first login
    UNIQUE (channel_id, rp_id, credential_id),
    FOREIGN KEY (channel_id, user_id) REFERENCES users (channel_id, id) ON DELETE CASCADE
);
CREATE INDEX passkeys_user ON passkeys (channel_id, user_id);

-- What the response of a passkey is checked against. Each works once, in the session that got it.
CREATE TABLE passkey_challenges (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    session_id BIGINT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL,
    key_hash TEXT NOT NULL, -- of the api key that it was given to
    handle TEXT NOT NULL, -- of a registration: the user's
    data TEXT NOT NULL,
    expires_ms BIGINT NOT NULL,
    UNIQUE (session_id, purpose)
);
CREATE INDEX passkey_challenges_expires ON passkey_challenges (expires_ms);
