-- +goose Up
-- A session that a code opened on a device, such as a TV. It shows nothing of its user.
ALTER TABLE sessions ADD COLUMN by_code BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE sessions SET by_code = TRUE WHERE device <> '' OR id IN (SELECT session_id FROM device_codes WHERE state = 'used');

-- When the user of a session last entered a code of the second factor in it, 0 for never.
ALTER TABLE sessions ADD COLUMN factor_ms BIGINT NOT NULL DEFAULT 0;
