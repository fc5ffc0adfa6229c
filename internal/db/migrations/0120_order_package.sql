-- +goose Up
-- The holders of a team pass are told when a game of the team changes.
CREATE INDEX orders_package ON orders (channel_id, package_id) WHERE live = TRUE;
