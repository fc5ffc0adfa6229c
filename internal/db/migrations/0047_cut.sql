-- +goose Up
-- Stretches of events' recordings that play by themselves. A cut plays from the stream's own
-- segments until it has been made; from then on it is a small film of its own, and its row tells
-- what there is of it. It outlives the stream.
CREATE TABLE cuts (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    event_id BIGINT NOT NULL,
    stream_id BIGINT NOT NULL,
    from_ms BIGINT NOT NULL, -- on the stream's timeline
    length_ms BIGINT NOT NULL,
    first_sequence BIGINT NOT NULL, -- of the stream's segments, what plays until it is made
    state TEXT NOT NULL, -- processing, success, error
    folder TEXT NOT NULL, -- of its segments in the media store; empty until it is made
    journal TEXT NOT NULL, -- JSON: its runs and segments; empty until it is made
    image TEXT NOT NULL, -- the key of its poster in public media; empty without one
    width BIGINT NOT NULL, -- pixels
    height BIGINT NOT NULL,
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL
);
CREATE INDEX cuts_processing ON cuts (created_ms) WHERE state = 'processing';
CREATE INDEX cuts_event ON cuts (channel_id, event_id);
