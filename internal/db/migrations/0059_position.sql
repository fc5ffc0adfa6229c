-- +goose Up
-- Where users left what they watched, on whichever of their devices that was last. subject_id is the id of
-- an event or of a medium of the library; what the channel removes leaves its rows here, which nothing
-- shows any more: ids are never given twice.
CREATE TABLE positions (
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    kind TEXT NOT NULL, -- event, vod
    subject_id BIGINT NOT NULL,
    at_s BIGINT NOT NULL, -- seconds into it
    length_s BIGINT NOT NULL, -- seconds; 0 while it is not known
    saved_ms BIGINT NOT NULL,
    PRIMARY KEY (channel_id, user_id, kind, subject_id),
    FOREIGN KEY (channel_id, user_id) REFERENCES users (channel_id, id) ON DELETE CASCADE
);

-- The chapters of a film, each up to the next one.
CREATE TABLE film_chapters (
    film_id BIGINT NOT NULL REFERENCES films (id) ON DELETE CASCADE,
    language TEXT NOT NULL, -- by RFC 5646; empty where the film's file does not say
    start_ms BIGINT NOT NULL, -- milliseconds into the film
    title TEXT NOT NULL,
    PRIMARY KEY (film_id, language, start_ms)
);
