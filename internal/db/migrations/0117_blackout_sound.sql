-- +goose Up
-- Whether viewers at the places of a rule may listen to the event while the rule forbids to watch it.
ALTER TABLE event_blackouts ADD COLUMN sound BOOLEAN NOT NULL DEFAULT FALSE;
