-- +goose Up
-- Reports add up the money of a channel over a stretch of time.
CREATE INDEX transactions_time ON transactions (channel_id, created_ms);
