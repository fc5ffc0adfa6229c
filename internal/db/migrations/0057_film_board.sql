-- +goose Up
-- Small pictures of a film, on sheets, row by row.
CREATE TABLE film_boards (
    film_id BIGINT PRIMARY KEY REFERENCES films (id) ON DELETE CASCADE,
    every_s BIGINT NOT NULL, -- seconds from one picture to the next
    width BIGINT NOT NULL, -- of one, in pixels
    height BIGINT NOT NULL,
    columns_n BIGINT NOT NULL, -- of a sheet
    rows_n BIGINT NOT NULL,
    pictures BIGINT NOT NULL
);

-- What is said in a film, one row for each language.
CREATE TABLE film_captions (
    film_id BIGINT NOT NULL REFERENCES films (id) ON DELETE CASCADE,
    language TEXT NOT NULL, -- by RFC 5646
    label TEXT NOT NULL, -- as viewers choose it
    file TEXT NOT NULL, -- WebVTT, in the film's folder of the media store
    created_ms BIGINT NOT NULL,
    PRIMARY KEY (film_id, language)
);
