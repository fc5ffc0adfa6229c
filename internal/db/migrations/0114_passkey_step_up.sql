-- +goose Up
-- When the user of a session last confirmed a change of the account by a passkey; 0 where never.
ALTER TABLE sessions ADD COLUMN passkey_ms BIGINT NOT NULL DEFAULT 0;
