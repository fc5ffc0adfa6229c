-- +goose Up
-- Whether a user wants to be told how games went.
ALTER TABLE users ADD COLUMN hide_scores BOOLEAN NOT NULL DEFAULT FALSE;

-- What changed last in a channel, for those who follow it.
CREATE INDEX events_updated ON events (channel_id, updated_ms, id);

-- Pictures taken from a stream say so from now on; these are all there are so far.
UPDATE events SET image = REPLACE(image, '{"key":"stills/', '{"of_game":true,"key":"stills/') WHERE image LIKE '{"key":"stills/%';
