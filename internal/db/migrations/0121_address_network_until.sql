-- +goose Up
-- A use of an address in a network counts until a time: ten minutes for playback, the life of the address for a download. Rows of nodes
-- of an earlier version have 0 and count no more.
ALTER TABLE address_networks ADD COLUMN until_ms BIGINT NOT NULL DEFAULT 0;
CREATE INDEX address_networks_until ON address_networks (until_ms);
