-- +goose Up
-- What a person answered about the schedule files of one source: a mapping in YAML.
CREATE TABLE schedule_sources (
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    mapping TEXT NOT NULL,
    updated_ms BIGINT NOT NULL,
    PRIMARY KEY (channel_id, name)
);
