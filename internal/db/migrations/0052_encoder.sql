-- +goose Up
-- What the encoder of a stream last was like, for whoever stands beside it: written every few
-- seconds by the node that has it, on which nothing else depends.
CREATE TABLE encoder_reports (
    stream_id BIGINT PRIMARY KEY REFERENCES streams (id) ON DELETE CASCADE,
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    at_ms BIGINT NOT NULL,
    report TEXT NOT NULL -- JSON
);
