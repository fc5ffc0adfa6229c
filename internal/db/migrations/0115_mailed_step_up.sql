-- +goose Up
-- Whether the code confirms a change of the account in a session that has a user; otherwise it logs in.
ALTER TABLE login_codes ADD COLUMN step_up BOOLEAN NOT NULL DEFAULT FALSE;

-- When the user of a session last confirmed a change of the account by a mailed code; 0 where never.
ALTER TABLE sessions ADD COLUMN mail_ms BIGINT NOT NULL DEFAULT 0;
