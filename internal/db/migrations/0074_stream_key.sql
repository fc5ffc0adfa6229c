-- +goose Up
-- A stream key is kept encrypted, to be shown again. stream_key is now a keyed hash (HMAC), by which an encoder's stream is
-- found. Where sealed_key is empty stream_key is still the key itself: the next start encrypts it.
ALTER TABLE streams ADD COLUMN sealed_key TEXT NOT NULL DEFAULT '';
CREATE INDEX streams_unsealed ON streams (id) WHERE sealed_key = '';
