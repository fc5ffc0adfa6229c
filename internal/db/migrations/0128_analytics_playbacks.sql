-- +goose Up
-- Who is watching: which sessions were given media of what, and when last. Each node writes what it delivered. A row goes an
-- hour after its last media. As for other analytics, nothing refers to what it is about.
CREATE TABLE analytics_playbacks (
    session_id BIGINT NOT NULL, -- of the api key that the signed address was given to
    subject_kind TEXT NOT NULL, -- event, vod, cut
    subject_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    seen_ms BIGINT NOT NULL,
    PRIMARY KEY (session_id, subject_kind, subject_id)
);
CREATE INDEX analytics_playbacks_seen ON analytics_playbacks (seen_ms);
