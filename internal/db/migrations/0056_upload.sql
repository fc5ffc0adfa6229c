-- +goose Up
-- The smaller sizes of a film: pictures alone, cut in the same places as the film's own.
CREATE TABLE film_rungs (
    film_id BIGINT NOT NULL REFERENCES films (id) ON DELETE CASCADE,
    name BIGINT NOT NULL, -- the shorter side of its pictures, in pixels
    folder TEXT NOT NULL, -- of its segments in the media store
    journal TEXT NOT NULL, -- JSON: its runs and segments
    width BIGINT NOT NULL, -- pixels
    height BIGINT NOT NULL,
    PRIMARY KEY (film_id, name)
);

-- Files that operators send, of which films are made. What was sent lies in the media store in
-- pieces until the film is there or it is known that there will be none.
CREATE TABLE uploads (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    alias TEXT NOT NULL, -- of the video that it is to become
    file_name TEXT NOT NULL, -- as the operator calls it
    size BIGINT NOT NULL, -- bytes
    digest TEXT NOT NULL, -- the SHA-256 of the whole
    received BIGINT NOT NULL, -- bytes
    subject TEXT NOT NULL, -- JSON: what the library is told of the film
    state TEXT NOT NULL, -- uploading, uploaded, processing, ready, error
    percent BIGINT NOT NULL, -- of the processing
    problem TEXT NOT NULL, -- why there is no film: a sentence; empty without one
    film_id BIGINT REFERENCES films (id) ON DELETE SET NULL,
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL,
    UNIQUE (channel_id, alias)
);
CREATE INDEX uploads_pending ON uploads (updated_ms) WHERE state IN ('uploading', 'uploaded', 'processing');
CREATE INDEX uploads_film ON uploads (film_id);
