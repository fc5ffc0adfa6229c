-- +goose Up
-- The page of another site that shows an event, or a player of the channel's own; '' for
-- none.
ALTER TABLE events ADD COLUMN embed TEXT NOT NULL DEFAULT '';
