-- +goose Up
-- Forms that an operator makes for the channel, each found by its alias.
CREATE TABLE custom_forms (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    alias TEXT NOT NULL,
    title TEXT NOT NULL, -- text
    intro TEXT NOT NULL, -- text of sanitised HTML
    fields TEXT NOT NULL, -- JSON list
    submit TEXT NOT NULL, -- text of the button
    success TEXT NOT NULL, -- text
    recipient TEXT NOT NULL, -- '' for the channel's contact address
    UNIQUE (channel_id, alias)
);

-- What people sent. Forms are written whole, so a submission names its form by alias.
CREATE TABLE form_submissions (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    alias TEXT NOT NULL,
    digest TEXT NOT NULL, -- of form, day and answers: the same is taken once a day
    answers TEXT NOT NULL, -- JSON object by field name
    language TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    UNIQUE (channel_id, digest)
);
CREATE INDEX form_submissions_channel ON form_submissions (channel_id, alias, created_ms);
