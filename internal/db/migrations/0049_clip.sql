-- +goose Up
-- What people cut out of events. The video is a cut of the media, whose row has its bytes; uuid is
-- the secret by which whoever has it may watch the clip.
CREATE TABLE clips (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    event_id BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    cut_id BIGINT NOT NULL UNIQUE,
    event_media_id BIGINT NOT NULL, -- of the event's media, as whoever made it named it; 0 for none
    uuid TEXT NOT NULL,
    name TEXT NOT NULL,
    tags TEXT NOT NULL, -- JSON list
    start_ms BIGINT NOT NULL, -- on the event's recording
    duration_ms BIGINT NOT NULL,
    status TEXT NOT NULL, -- processing, success, error
    official BOOLEAN NOT NULL, -- an operator made it
    order_id BIGINT NOT NULL, -- the purchase on which it was counted; 0 for none
    created_ms BIGINT NOT NULL
);
CREATE INDEX clips_user ON clips (channel_id, user_id, created_ms);
CREATE INDEX clips_event ON clips (channel_id, event_id, created_ms);
CREATE INDEX clips_official ON clips (channel_id, event_id) WHERE official = TRUE;
CREATE INDEX clips_processing ON clips (created_ms) WHERE status = 'processing';

-- Who loaded down which clip, and when last.
CREATE TABLE clip_downloads (
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    clip_id BIGINT NOT NULL REFERENCES clips (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (clip_id, user_id)
);
CREATE INDEX clip_downloads_user ON clip_downloads (channel_id, user_id, at_ms);
