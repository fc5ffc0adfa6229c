-- +goose Up
-- Whether an event takes place as scheduled, after eventStatus of schema.org: on (EventScheduled, with
-- previous_start_ms EventRescheduled), postponed (EventPostponed), cancelled (EventCancelled), tba (the day is
-- known and the time is not; start_ms is then noon at the venue).
ALTER TABLE events ADD COLUMN schedule_status TEXT NOT NULL DEFAULT 'on';

-- The start that was announced before the event last moved by more than a few minutes.
ALTER TABLE events ADD COLUMN previous_start_ms BIGINT;

-- What the schedule file said last. The same file again does not undo what an operator changed since.
ALTER TABLE events ADD COLUMN imported_start_ms BIGINT;
ALTER TABLE events ADD COLUMN imported_status TEXT NOT NULL DEFAULT '';
UPDATE events SET imported_start_ms = start_ms WHERE external_id <> '';

-- Changes of schedules that were not announced yet. A row is written in the transaction of the first
-- change and has what people knew before; later changes only move changed_ms. It outlives a removed event.
CREATE TABLE event_changes (
    event_id BIGINT PRIMARY KEY,
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    known_start_ms BIGINT NOT NULL,
    known_status TEXT NOT NULL,
    insist BOOLEAN NOT NULL, -- a move of a few minutes is told too
    changed_ms BIGINT NOT NULL
);
CREATE INDEX event_changes_changed ON event_changes (changed_ms);
