-- +goose Up
-- What a channel's pack and schedule name things by, so that applying the same twice
-- changes the same rows.
ALTER TABLE packages ADD COLUMN alias TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX packages_alias ON packages (channel_id, alias) WHERE alias <> '';

ALTER TABLE events ADD COLUMN external_id TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX events_external_id ON events (channel_id, external_id) WHERE external_id <> '';

-- Keys of other services that a channel uses: never read by anything but the call that
-- needs one, and encrypted with a key that is not in the database.
CREATE TABLE channel_secrets (
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    value TEXT NOT NULL, -- base64 of nonce and AES-256-GCM ciphertext
    updated_ms BIGINT NOT NULL,
    PRIMARY KEY (channel_id, name)
);
