-- +goose Up
-- Small pictures of what is recorded of a stream, on strips of five minutes each: their files lie beside the
-- segments. The last strip of a recording is shorter, and grows when its stream goes on.
CREATE TABLE stream_strips (
    stream_id BIGINT NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
    number BIGINT NOT NULL, -- from 0
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    pictures BIGINT NOT NULL,
    width BIGINT NOT NULL, -- of one picture, in pixels
    height BIGINT NOT NULL,
    PRIMARY KEY (stream_id, number)
);

-- Up to where on its timeline a stream's small pictures are drawn, or given up; how often the next strip has been
-- begun, and when it was last.
ALTER TABLE streams ADD COLUMN boards_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE streams ADD COLUMN boards_tries BIGINT NOT NULL DEFAULT 0;
ALTER TABLE streams ADD COLUMN boards_tried_ms BIGINT NOT NULL DEFAULT 0;
