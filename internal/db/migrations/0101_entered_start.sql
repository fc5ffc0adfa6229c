-- +goose Up
-- The start of an event as it was entered: its local time, the zone of this time, and whether an instant was entered
-- (a time with an offset, seconds since 1970) that no zone decides. start_ms follows from it by the zone data of the
-- time of writing. Empty of rows that are older than these columns; the next start of the server fills in future events.
ALTER TABLE events ADD COLUMN start_local TEXT NOT NULL DEFAULT '';
ALTER TABLE events ADD COLUMN start_zone TEXT NOT NULL DEFAULT '';
ALTER TABLE events ADD COLUMN start_fixed BOOLEAN NOT NULL DEFAULT FALSE;
