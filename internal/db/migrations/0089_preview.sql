-- +goose Up
-- A few silent seconds of a recording, a live stream or a film, in the folder of its media. A row without
-- files (number 0) is one whose preview is being made or was given up.
CREATE TABLE previews (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    stream_id BIGINT UNIQUE REFERENCES streams (id) ON DELETE CASCADE, -- either this
    film_id BIGINT UNIQUE REFERENCES films (id) ON DELETE CASCADE, -- or this
    number BIGINT NOT NULL DEFAULT 0, -- a part of the names of its files, so that a name never means two files
    animated BOOLEAN NOT NULL DEFAULT FALSE, -- there is an animated WebP, too
    width BIGINT NOT NULL DEFAULT 0, -- pixels
    height BIGINT NOT NULL DEFAULT 0,
    duration_ms BIGINT NOT NULL DEFAULT 0,
    covers_ms BIGINT NOT NULL DEFAULT 0, -- length of the media that it was made of, or given up at
    tries BIGINT NOT NULL DEFAULT 0,
    tried_ms BIGINT NOT NULL DEFAULT 0
);

-- Length of the preview of an event's stream, 0 for none: lists tell that there is one.
ALTER TABLE events ADD COLUMN preview_ms BIGINT NOT NULL DEFAULT 0;
