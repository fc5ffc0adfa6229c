-- +goose Up
-- A person with a login on one channel. The same person on two channels is two users.
CREATE TABLE users (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    email TEXT NOT NULL, -- normalised: one spelling per mailbox
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    phone TEXT NOT NULL, -- as it was entered, or empty
    phone_digits TEXT NOT NULL, -- its digits, by which a login may name the user
    password_hash TEXT NOT NULL, -- argon2id in its usual text form
    role TEXT NOT NULL, -- user, operator, owner
    temporary_password BOOLEAN NOT NULL,
    mailing_consent BOOLEAN NOT NULL,
    trial_period_used BOOLEAN NOT NULL,
    email_verified BOOLEAN NOT NULL,
    is_geo_blocked BOOLEAN NOT NULL,
    clips_count BIGINT NOT NULL,
    downloads_count BIGINT NOT NULL,
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL,
    UNIQUE (channel_id, id)
);
CREATE UNIQUE INDEX users_email ON users (channel_id, email);
CREATE INDEX users_phone ON users (channel_id, phone_digits);

-- One api key. The key itself is never stored; a changed key is the same session.
CREATE TABLE sessions (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    user_id BIGINT, -- NULL while anonymous
    key_hash TEXT NOT NULL UNIQUE, -- SHA-256, base64
    created_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL,
    seen_ms BIGINT NOT NULL, -- at most an hour old while in use
    -- A session and its user are of one channel, whatever a statement says.
    FOREIGN KEY (channel_id, user_id) REFERENCES users (channel_id, id) ON DELETE CASCADE
);
CREATE INDEX sessions_user ON sessions (channel_id, user_id);
CREATE INDEX sessions_expires ON sessions (expires_ms);
