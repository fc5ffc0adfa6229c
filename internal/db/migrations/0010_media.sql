-- +goose Up
-- The live ingest of an event and, once it has ended, its recording. An event has at
-- most one; an event with a stream is not deleted without it.
CREATE TABLE streams (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    event_id BIGINT NOT NULL UNIQUE REFERENCES events (id),
    stream_key TEXT NOT NULL UNIQUE, -- kept readable: an operator prints it for the encoder
    state TEXT NOT NULL, -- idle, live, reconnecting, ended
    started_ms BIGINT,
    ended_ms BIGINT,
    dropped_ms BIGINT, -- since when a lost encoder is waited for
    publisher TEXT NOT NULL, -- the session that may write, or empty
    publisher_node TEXT NOT NULL,
    publisher_seen_ms BIGINT NOT NULL,
    width BIGINT NOT NULL, -- pixels of the newest run, 0 before the first
    height BIGINT NOT NULL,
    duration_ms BIGINT NOT NULL, -- of the recording, set when the stream ends
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL
);
CREATE INDEX streams_channel ON streams (channel_id, event_id);
CREATE INDEX streams_dropped ON streams (dropped_ms) WHERE state = 'reconnecting';
CREATE INDEX streams_publisher ON streams (publisher_node) WHERE publisher <> '';

-- The journal of a stream: its unbroken runs and their segments. Bytes are in the
-- media store.
CREATE TABLE media_runs (
    stream_id BIGINT NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    base BIGINT NOT NULL, -- where it begins, in units of 1/90,000 s of the stream
    at_ms BIGINT NOT NULL, -- the wall clock there
    sps TEXT NOT NULL, -- base64
    pps TEXT NOT NULL, -- JSON list of base64
    asc_config TEXT NOT NULL, -- base64, AudioSpecificConfig
    PRIMARY KEY (stream_id, number)
);

CREATE TABLE media_segments (
    stream_id BIGINT NOT NULL,
    sequence BIGINT NOT NULL,
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    run BIGINT NOT NULL,
    independent BOOLEAN NOT NULL,
    frames BIGINT NOT NULL,
    video_start BIGINT NOT NULL, -- starts and durations in units of the rendition
    video_duration BIGINT NOT NULL,
    video_size BIGINT NOT NULL, -- bytes
    audio_start BIGINT NOT NULL,
    audio_duration BIGINT NOT NULL,
    audio_size BIGINT NOT NULL,
    PRIMARY KEY (stream_id, sequence),
    FOREIGN KEY (stream_id, run) REFERENCES media_runs (stream_id, number) ON DELETE CASCADE
);

-- What an event has to show: its stream, and pictures taken from it.
CREATE TABLE assets (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    event_id BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    stream_id BIGINT NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
    kind TEXT NOT NULL, -- stream, still
    media_key TEXT NOT NULL, -- of public media, empty for a stream
    width BIGINT NOT NULL,
    height BIGINT NOT NULL,
    created_ms BIGINT NOT NULL
);
CREATE INDEX assets_event ON assets (channel_id, event_id, kind, created_ms);
CREATE UNIQUE INDEX assets_stream ON assets (stream_id) WHERE kind = 'stream';
