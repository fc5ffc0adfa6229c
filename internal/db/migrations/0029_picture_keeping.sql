-- +goose Up
-- Since when no row of the channel refers to a picture; NULL while one does, or while
-- nobody has looked. Its states are now "arriving" (its bytes are on the way), "wanted",
-- "made", "refused", "kept" (of a kind that needs nothing made) and "leaving".
ALTER TABLE pictures ADD COLUMN unused_since_ms BIGINT;
-- Of what was uploaded; 0 for what a pack brought, which counts towards no limit.
ALTER TABLE pictures ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;

-- How much operators have uploaded to a channel that has not left again.
CREATE TABLE picture_usage (
    channel_id BIGINT PRIMARY KEY REFERENCES channels (id) ON DELETE CASCADE,
    pictures BIGINT NOT NULL,
    bytes BIGINT NOT NULL
);
