-- +goose Up
-- A live stream in smaller sizes: for each of the stream's runs how its pictures are to be
-- decoded, and which of the stream's segments there are. Everything else is the stream's.
CREATE TABLE live_rung_runs (
    stream_id BIGINT NOT NULL,
    name BIGINT NOT NULL, -- the shorter side of its pictures, in pixels
    run BIGINT NOT NULL,
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    sps TEXT NOT NULL, -- base64
    pps TEXT NOT NULL, -- JSON list of base64
    PRIMARY KEY (stream_id, name, run),
    FOREIGN KEY (stream_id, run) REFERENCES media_runs (stream_id, number) ON DELETE CASCADE
);

CREATE TABLE live_rung_segments (
    stream_id BIGINT NOT NULL,
    name BIGINT NOT NULL,
    sequence BIGINT NOT NULL,
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    run BIGINT NOT NULL,
    size BIGINT NOT NULL, -- bytes
    PRIMARY KEY (stream_id, name, sequence),
    FOREIGN KEY (stream_id, name, run) REFERENCES live_rung_runs (stream_id, name, run) ON DELETE CASCADE
);
