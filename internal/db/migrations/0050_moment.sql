-- +goose Up
-- What is worth going back to in an event, by the wall clock. Of one kind, moment and side there is
-- one, so that a call may be repeated.
CREATE TABLE event_moments (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    event_id BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    at_ms BIGINT NOT NULL,
    kind TEXT NOT NULL, -- of the vocabulary of the event's sport
    participant_id BIGINT NOT NULL, -- 0: of nobody in particular
    note TEXT NOT NULL, -- text
    UNIQUE (event_id, at_ms, kind, participant_id)
);

-- How often the moments of an event have changed; 0 while it never had any.
ALTER TABLE events ADD COLUMN moments BIGINT NOT NULL DEFAULT 0;
