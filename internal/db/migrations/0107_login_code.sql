-- +goose Up
-- A login by a code that was sent by mail. Each session has at most one; a row says nothing about whether an account has the address.
CREATE TABLE login_codes (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    session_id BIGINT NOT NULL UNIQUE REFERENCES sessions (id) ON DELETE CASCADE,
    key_hash TEXT NOT NULL, -- of the api key that asked
    email TEXT NOT NULL,
    code TEXT NOT NULL, -- encrypted, see internal/seal
    tries BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL,
    used_ms BIGINT
);
CREATE INDEX login_codes_expires ON login_codes (expires_ms);
