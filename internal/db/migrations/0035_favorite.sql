-- +goose Up
-- What people follow. subject_id is the id of something of the channel; what the channel
-- removes leaves its rows here, which nothing shows any more: ids are never given twice.
CREATE TABLE favorites (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    kind TEXT NOT NULL, -- participant, group, category, event, location
    subject_id BIGINT NOT NULL,
    created_ms BIGINT NOT NULL,
    FOREIGN KEY (channel_id, user_id) REFERENCES users (channel_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX favorites_once ON favorites (channel_id, user_id, kind, subject_id);
CREATE INDEX favorites_subject ON favorites (channel_id, kind, subject_id);

-- The secret address of a calendar of one's favourites. The secret is never stored.
CREATE TABLE favorite_feeds (
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    hash TEXT NOT NULL UNIQUE, -- SHA-256 of the secret, base64
    created_ms BIGINT NOT NULL,
    PRIMARY KEY (channel_id, user_id),
    FOREIGN KEY (channel_id, user_id) REFERENCES users (channel_id, id) ON DELETE CASCADE
);
