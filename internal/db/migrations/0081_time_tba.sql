-- +goose Up
-- Whether only the day of a start is known. schedule_status cannot tell it of an event that is cancelled or
-- postponed, or that went live before its time was announced.
ALTER TABLE events ADD COLUMN time_tba BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE events ADD COLUMN previous_tba BOOLEAN NOT NULL DEFAULT FALSE; -- the same of previous_start_ms
ALTER TABLE event_changes ADD COLUMN known_tba BOOLEAN NOT NULL DEFAULT FALSE; -- the same of known_start_ms
ALTER TABLE event_tombstones ADD COLUMN time_tba BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE events SET time_tba = TRUE WHERE schedule_status = 'tba';
UPDATE event_changes SET known_tba = TRUE WHERE known_status = 'tba';
-- A recorded change still tells that the time of an event was not announced before it was called off.
UPDATE events SET time_tba = TRUE WHERE schedule_status IN ('cancelled', 'postponed')
    AND EXISTS (SELECT 1 FROM event_changes AS c WHERE c.event_id = events.id AND c.known_tba AND c.known_start_ms = events.start_ms);
