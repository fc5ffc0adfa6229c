-- +goose Up
-- Pictures in public media that a channel brought, and what was made of each: one row
-- from the moment it is wanted, so that work cut short is found again. A key is made of
-- its content, so what was made of it stands for ever.
CREATE TABLE pictures (
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    media_key TEXT NOT NULL,
    state TEXT NOT NULL, -- "wanted", "made" or "refused"
    width BIGINT NOT NULL, -- pixels; 0 until it is made
    height BIGINT NOT NULL,
    placeholder TEXT NOT NULL, -- data URI, empty for none
    variants TEXT NOT NULL, -- JSON: keys by width
    refusal TEXT NOT NULL, -- why nothing can be made of it
    updated_ms BIGINT NOT NULL,
    PRIMARY KEY (channel_id, media_key)
);
CREATE INDEX pictures_wanted ON pictures (channel_id, media_key) WHERE state = 'wanted';
