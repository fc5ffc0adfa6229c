-- +goose Up
-- Which participant of a removed event was at home, as its name says it; 0 for none, and for those that were removed before.
ALTER TABLE event_tombstones ADD COLUMN home_participant_id BIGINT NOT NULL DEFAULT 0;
