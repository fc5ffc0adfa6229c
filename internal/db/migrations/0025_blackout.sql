-- +goose Up
-- Where an event may not be watched, or where alone it may: places are a JSON list of
-- ISO 3166-1 countries ("CA") and ISO 3166-2 regions ("CA-QC").
CREATE TABLE event_blackouts (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    event_id BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    mode TEXT NOT NULL, -- "deny" these places, or "allow" only them
    places TEXT NOT NULL,
    lifted_after_ms BIGINT, -- after the event's end; NULL for ever
    created_ms BIGINT NOT NULL
);
CREATE INDEX event_blackouts_channel ON event_blackouts (channel_id, event_id, id);
CREATE INDEX event_blackouts_event ON event_blackouts (event_id);

-- What is left of a removed event for a while, so that the calendars that hold it
-- learn that it is cancelled. Ids of events are never used twice.
CREATE TABLE event_tombstones (
    event_id BIGINT PRIMARY KEY,
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    event_category_id BIGINT NOT NULL,
    location_id BIGINT NOT NULL, -- 0 for none
    name TEXT NOT NULL, -- text
    participants TEXT NOT NULL, -- JSON list of ids, away first
    start_ms BIGINT NOT NULL,
    duration_ms BIGINT NOT NULL, -- 0 where it was not known
    time_zone TEXT NOT NULL,
    removed_ms BIGINT NOT NULL
);
CREATE INDEX event_tombstones_removed ON event_tombstones (channel_id, removed_ms, event_id);
