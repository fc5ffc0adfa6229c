-- +goose Up
-- The device that a session was opened for by a code, such as a TV; empty for others.
ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT '';

-- A device that waits for a user to let it in (RFC 8628). The code that it polls with is
-- never stored; the one that people type opens nothing without a user's login.
CREATE TABLE device_codes (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    session_id BIGINT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE, -- the device's own
    hash TEXT NOT NULL UNIQUE, -- SHA-256 of the code that the device polls with, base64
    user_code TEXT NOT NULL, -- as people type it, without the dash
    name TEXT NOT NULL, -- what the device is called, or empty
    place TEXT NOT NULL, -- where it asked from: ISO 3166-1 or 3166-2, or empty
    state TEXT NOT NULL, -- pending, approved, denied, used
    user_id BIGINT, -- who approved it
    created_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL,
    UNIQUE (channel_id, user_code),
    FOREIGN KEY (channel_id, user_id) REFERENCES users (channel_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX device_codes_session ON device_codes (session_id);
CREATE INDEX device_codes_user ON device_codes (channel_id, user_id);
CREATE INDEX device_codes_expires ON device_codes (expires_ms);
