-- +goose Up
-- The taxes that the channel named when the order was made, as JSON; empty where taxes have no names.
ALTER TABLE orders ADD COLUMN taxes TEXT NOT NULL DEFAULT '';
