-- +goose Up
-- Everything a channel sells. kind is "package" or "subscription"; a package of type
-- "event" is the ticket of single events, whose price is the event's own.
CREATE TABLE packages (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    type TEXT NOT NULL,
    name TEXT NOT NULL, -- text by language
    description TEXT NOT NULL, -- text by language, sanitised HTML
    offer TEXT NOT NULL,
    period TEXT NOT NULL,
    currency TEXT NOT NULL,
    base_price BIGINT NOT NULL,
    service_fee BIGINT NOT NULL,
    trial_days BIGINT NOT NULL,
    renewal BOOLEAN NOT NULL,
    image TEXT NOT NULL,
    is_team_pass BOOLEAN NOT NULL,
    pass_type TEXT NOT NULL,
    weight BIGINT NOT NULL,
    capabilities TEXT NOT NULL, -- JSON list
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL
);
CREATE INDEX packages_channel ON packages (channel_id, kind, weight);

-- What a package covers; no row in either table means everything of the channel.
CREATE TABLE package_categories (
    package_id BIGINT NOT NULL REFERENCES packages (id) ON DELETE CASCADE,
    event_category_id BIGINT NOT NULL REFERENCES event_categories (id) ON DELETE CASCADE,
    PRIMARY KEY (package_id, event_category_id)
);
CREATE INDEX package_categories_category ON package_categories (event_category_id);

CREATE TABLE package_participants (
    package_id BIGINT NOT NULL REFERENCES packages (id) ON DELETE CASCADE,
    participant_id BIGINT NOT NULL REFERENCES participants (id) ON DELETE CASCADE,
    PRIMARY KEY (package_id, participant_id)
);
CREATE INDEX package_participants_participant ON package_participants (participant_id);
