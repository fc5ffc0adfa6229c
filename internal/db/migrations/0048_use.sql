-- +goose Up
-- How many clips, and how many downloads of games and clips, one purchase of it includes; 0 for no limit.
ALTER TABLE packages ADD COLUMN clip_limit BIGINT NOT NULL DEFAULT 0;
ALTER TABLE packages ADD COLUMN download_limit BIGINT NOT NULL DEFAULT 0;

-- What of that is used, by order. The statement that counts one more decides whether it is left.
CREATE TABLE feature_uses (
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    order_id BIGINT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    feature TEXT NOT NULL, -- clips, downloads
    used BIGINT NOT NULL,
    PRIMARY KEY (order_id, feature)
);
