-- +goose Up
-- Views are exported by the day on which they began, in this order.
CREATE INDEX analytics_views_first ON analytics_views (channel_id, first_ms, uuid);
