-- +goose Up
-- The part of the recording that a clip opens: the whole segments around it, which play until the clip is made. A clip of an older version
-- is made long ago and opens what it shows.
ALTER TABLE clips ADD COLUMN opens_from_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE clips ADD COLUMN opens_to_ms BIGINT NOT NULL DEFAULT 0;
UPDATE clips SET opens_from_ms = start_ms, opens_to_ms = start_ms + duration_ms;
