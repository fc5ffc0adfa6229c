-- +goose Up
-- When what schedules say of an event (who, what, when, where) last changed: calendars
-- number its states by it. updated_ms moves with every goal.
ALTER TABLE events ADD COLUMN listed_ms BIGINT NOT NULL DEFAULT 0;
UPDATE events SET listed_ms = updated_ms;

-- How long an event was to take. duration_ms becomes the length of its stream, which
-- tells of overtime.
ALTER TABLE events ADD COLUMN planned_ms BIGINT;
UPDATE events SET planned_ms = duration_ms WHERE ended_ms IS NULL OR live_since_ms IS NULL;

-- What a buyer of a package names: "category" or "participant", one of what it covers,
-- and holds that one alone; '' for a package that is bought as a whole.
ALTER TABLE packages ADD COLUMN choice TEXT NOT NULL DEFAULT '';
