-- +goose Up
-- What a channel shows. Columns marked "text" hold one JSON object of texts by
-- language code. Aliases are the words that filters and addresses use.
CREATE TABLE event_categories (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    parent_id BIGINT REFERENCES event_categories (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    alias TEXT NOT NULL,
    title TEXT NOT NULL, -- text
    image TEXT NOT NULL,
    color TEXT NOT NULL,
    UNIQUE (channel_id, alias)
);
CREATE INDEX event_categories_parent ON event_categories (parent_id);

CREATE TABLE participant_groups (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    alias TEXT NOT NULL,
    name TEXT NOT NULL, -- text
    short_name TEXT NOT NULL, -- text
    color TEXT NOT NULL,
    images TEXT NOT NULL, -- JSON list of media keys
    city TEXT NOT NULL,
    state TEXT NOT NULL,
    UNIQUE (channel_id, alias)
);

CREATE TABLE participants (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    participant_group_id BIGINT REFERENCES participant_groups (id) ON DELETE SET NULL,
    event_category_id BIGINT REFERENCES event_categories (id) ON DELETE SET NULL,
    position BIGINT NOT NULL,
    alias TEXT NOT NULL,
    name TEXT NOT NULL, -- text
    short_name TEXT NOT NULL, -- text
    code TEXT NOT NULL,
    gender TEXT NOT NULL,
    color TEXT NOT NULL,
    images TEXT NOT NULL, -- JSON list of media keys
    UNIQUE (channel_id, alias)
);
CREATE INDEX participants_group ON participants (participant_group_id);
CREATE INDEX participants_category ON participants (event_category_id);

CREATE TABLE divisions (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    alias TEXT NOT NULL,
    name TEXT NOT NULL, -- text
    UNIQUE (channel_id, alias)
);

CREATE TABLE event_groups (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    alias TEXT NOT NULL,
    name TEXT NOT NULL, -- text
    UNIQUE (channel_id, alias)
);

CREATE TABLE locations (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    alias TEXT NOT NULL,
    name TEXT NOT NULL, -- text
    city TEXT NOT NULL,
    state TEXT NOT NULL,
    country TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    UNIQUE (channel_id, alias)
);

-- sort_name, price and participants repeat what other columns and tables say, so
-- that a page of a list is one walk along one index.
CREATE TABLE events (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    event_category_id BIGINT NOT NULL REFERENCES event_categories (id),
    location_id BIGINT REFERENCES locations (id),
    division_id BIGINT REFERENCES divisions (id),
    group_id BIGINT REFERENCES event_groups (id),
    type TEXT NOT NULL,
    status TEXT NOT NULL,
    stream_state TEXT NOT NULL,
    gender TEXT NOT NULL,
    name TEXT NOT NULL, -- text
    sort_name TEXT {{binary}} NOT NULL,
    participants TEXT NOT NULL, -- JSON list of ids, away first
    home_participant_id BIGINT,
    start_ms BIGINT NOT NULL,
    duration_ms BIGINT,
    time_zone TEXT NOT NULL,
    base_price BIGINT NOT NULL,
    service_fee BIGINT NOT NULL,
    price BIGINT NOT NULL,
    currency TEXT NOT NULL,
    single_event_package_id BIGINT,
    featured BOOLEAN NOT NULL,
    image TEXT NOT NULL, -- JSON object: key and narrower variants
    score TEXT NOT NULL, -- JSON object, or empty before the first score
    live_since_ms BIGINT,
    ended_ms BIGINT,
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL,
    description TEXT NOT NULL -- text of sanitised HTML
);
CREATE INDEX events_date ON events (channel_id, start_ms, id);
CREATE INDEX events_name ON events (channel_id, sort_name, id);
CREATE INDEX events_price ON events (channel_id, price, id);
CREATE INDEX events_category_date ON events (channel_id, event_category_id, start_ms, id);
CREATE INDEX events_category_name ON events (channel_id, event_category_id, sort_name, id);
CREATE INDEX events_category_price ON events (channel_id, event_category_id, price, id);
CREATE INDEX events_status_date ON events (channel_id, status, start_ms, id);
CREATE INDEX events_category_status_date ON events (channel_id, event_category_id, status, start_ms, id);
CREATE INDEX events_location_date ON events (channel_id, location_id, start_ms, id);
CREATE INDEX events_division_date ON events (channel_id, division_id, start_ms, id);
CREATE INDEX events_group_date ON events (channel_id, group_id, start_ms, id);
CREATE INDEX events_featured ON events (channel_id, start_ms, id) WHERE featured;

-- Who plays. start_ms and participant_group_id repeat the event and the participant,
-- so that "the games of this school by date" is one walk along one index.
CREATE TABLE event_participants (
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    event_id BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    participant_id BIGINT NOT NULL REFERENCES participants (id),
    participant_group_id BIGINT REFERENCES participant_groups (id) ON DELETE SET NULL,
    start_ms BIGINT NOT NULL,
    PRIMARY KEY (event_id, participant_id)
);
CREATE INDEX event_participants_date ON event_participants (channel_id, participant_id, start_ms, event_id);
CREATE INDEX event_participants_group_date ON event_participants (channel_id, participant_group_id, start_ms, event_id);

-- The folded words of events' own names; those of everything an event refers to are
-- found through the reference itself.
CREATE TABLE event_words (
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    word TEXT {{binary}} NOT NULL,
    start_ms BIGINT NOT NULL,
    event_id BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    PRIMARY KEY (event_id, word)
);
CREATE INDEX event_words_date ON event_words (channel_id, word, start_ms, event_id);

-- Every word that event_words ever had, to complete the beginning of one.
CREATE TABLE event_vocabulary (
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    word TEXT {{binary}} NOT NULL,
    PRIMARY KEY (channel_id, word)
);

CREATE TABLE event_scores (
    event_id BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    at_ms BIGINT NOT NULL,
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    away BIGINT NOT NULL,
    home BIGINT NOT NULL,
    period TEXT NOT NULL,
    clock TEXT NOT NULL,
    PRIMARY KEY (event_id, at_ms)
);

-- Advertisements before a stream.
CREATE TABLE prerolls (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    url TEXT NOT NULL,
    weight BIGINT NOT NULL,
    location_id BIGINT REFERENCES locations (id) ON DELETE CASCADE,
    event_categories TEXT NOT NULL, -- JSON list of ids; empty means every category
    for_vod BOOLEAN NOT NULL,
    for_live BOOLEAN NOT NULL
);
CREATE INDEX prerolls_channel ON prerolls (channel_id, weight);
