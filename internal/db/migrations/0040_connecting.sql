-- +goose Up
-- The user who asked, while logged in, to be connected with who comes back; NULL for logins.
ALTER TABLE social_logins ADD COLUMN user_id BIGINT;

-- When the user of a session last showed in it who they are: by a password, or by what
-- stands for one. 0 where nobody did, as on a device that was let in by a code.
ALTER TABLE sessions ADD COLUMN proven_ms BIGINT NOT NULL DEFAULT 0;
