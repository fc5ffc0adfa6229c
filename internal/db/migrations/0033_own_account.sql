-- +goose Up
-- What a client says of itself, as far as its owner knows the device by it ("Chrome",
-- "Windows"); empty while nobody knows.
ALTER TABLE sessions ADD COLUMN browser TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN system TEXT NOT NULL DEFAULT '';
-- When the user logged in through the session; 0 for one that is anonymous or older
-- than this column.
ALTER TABLE sessions ADD COLUMN signed_in_ms BIGINT NOT NULL DEFAULT 0;

-- When the user confirmed that the account is to be deleted, NULL while it is not; and
-- when what says who the user was had been erased.
ALTER TABLE users ADD COLUMN deleting_ms BIGINT;
ALTER TABLE users ADD COLUMN erased_ms BIGINT;
CREATE INDEX users_deleting ON users (deleting_ms);
