-- +goose Up
-- What people do on a channel, as its pages and players tell. Nothing here refers to what it is about: facts are
-- written by batches, and one that is about what went meanwhile must not keep the others from being written.

-- One opening of a site or an app on one device, for a day.
CREATE TABLE analytics_sessions (
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    uuid TEXT NOT NULL,
    user_id BIGINT, -- who was logged in when it was opened, NULL for a visitor
    opened_ms BIGINT NOT NULL,
    device_type TEXT NOT NULL, -- in the client's words, as the next three
    user_agent TEXT NOT NULL,
    resolution TEXT NOT NULL,
    platform TEXT NOT NULL,
    device TEXT NOT NULL, -- computer, phone, tablet, tv, unknown
    country TEXT NOT NULL, -- ISO 3166-1 alpha-2, empty while it is not known
    PRIMARY KEY (channel_id, uuid)
);
CREATE INDEX analytics_sessions_opened ON analytics_sessions (opened_ms);
CREATE INDEX analytics_sessions_user ON analytics_sessions (channel_id, user_id) WHERE user_id IS NOT NULL;

-- What happened, one row each, for a configured number of days.
CREATE TABLE analytics_events (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    at_ms BIGINT NOT NULL,
    source TEXT NOT NULL, -- site, player, viewing
    name TEXT NOT NULL,
    session_uuid TEXT NOT NULL, -- empty where none was told
    user_id BIGINT,
    view_uuid TEXT NOT NULL, -- of a player
    subject_kind TEXT NOT NULL, -- event, vod, clip; empty for none, and for what the channel does not have
    subject_id BIGINT NOT NULL,
    device TEXT NOT NULL,
    country TEXT NOT NULL,
    extras TEXT NOT NULL -- JSON object
);
CREATE INDEX analytics_events_at ON analytics_events (at_ms);
CREATE INDEX analytics_events_user ON analytics_events (channel_id, user_id) WHERE user_id IS NOT NULL;

-- One player showing one thing. Its name is the client's; what it is about was told first.
CREATE TABLE analytics_views (
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    uuid TEXT NOT NULL,
    session_uuid TEXT NOT NULL,
    user_id BIGINT,
    subject_kind TEXT NOT NULL,
    subject_id BIGINT NOT NULL,
    live BOOLEAN NOT NULL, -- it was live when it began
    device TEXT NOT NULL,
    country TEXT NOT NULL,
    first_ms BIGINT NOT NULL, -- told of first
    last_ms BIGINT NOT NULL, -- and last
    before_ms BIGINT NOT NULL, -- and last before the batch that changed the row last; 0 for never
    watched_ms BIGINT NOT NULL,
    PRIMARY KEY (channel_id, uuid)
);
CREATE INDEX analytics_views_last ON analytics_views (channel_id, last_ms);
CREATE INDEX analytics_views_user ON analytics_views (channel_id, user_id) WHERE user_id IS NOT NULL;

-- The same by minutes, added up: these rows stay, and name nobody.
CREATE TABLE analytics_minutes (
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    minute_ms BIGINT NOT NULL, -- when the minute began
    subject_kind TEXT NOT NULL,
    subject_id BIGINT NOT NULL,
    live BOOLEAN NOT NULL,
    device TEXT NOT NULL,
    country TEXT NOT NULL,
    begun BIGINT NOT NULL, -- views that began
    seen BIGINT NOT NULL, -- views that were told of
    watched_ms BIGINT NOT NULL,
    PRIMARY KEY (channel_id, minute_ms, subject_kind, subject_id, live, device, country)
);
