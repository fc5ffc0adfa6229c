-- +goose Up
-- The second factor of a user: a secret shared with an app that makes codes (RFC 6238).
CREATE TABLE second_factors (
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    secret TEXT NOT NULL, -- encrypted, see internal/seal
    last_step BIGINT NOT NULL, -- the time step of the last code that was taken
    created_ms BIGINT NOT NULL,
    confirmed_ms BIGINT, -- NULL until the app has shown that it knows the secret
    PRIMARY KEY (channel_id, user_id),
    FOREIGN KEY (channel_id, user_id) REFERENCES users (channel_id, id) ON DELETE CASCADE
);

-- Codes for who has lost the app. Each works once.
CREATE TABLE recovery_codes (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    hash TEXT NOT NULL, -- SHA-256 of the user and the code, base64
    used_ms BIGINT,
    UNIQUE (channel_id, user_id, hash),
    FOREIGN KEY (channel_id, user_id) REFERENCES users (channel_id, id) ON DELETE CASCADE
);

-- Who has shown a password, or what stands for one, and not yet the second factor.
CREATE TABLE login_tickets (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    session_id BIGINT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    hash TEXT NOT NULL UNIQUE, -- SHA-256 of the ticket, base64
    key_hash TEXT NOT NULL, -- of the api key that it was given to
    tries BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL,
    used_ms BIGINT,
    FOREIGN KEY (channel_id, user_id) REFERENCES users (channel_id, id) ON DELETE CASCADE
);
CREATE INDEX login_tickets_session ON login_tickets (session_id);
CREATE INDEX login_tickets_user ON login_tickets (channel_id, user_id);
CREATE INDEX login_tickets_expires ON login_tickets (expires_ms);
