-- +goose Up
-- Videos that an operator uploads, without an event. A film arrives whole and never
-- changes, so its journal is one value that is written with it.
CREATE TABLE films (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    source TEXT NOT NULL, -- what it was made of: the file's SHA-256 and how often it is played in a row
    folder TEXT NOT NULL UNIQUE, -- of its segments in the media store
    journal TEXT NOT NULL, -- JSON: its runs and segments
    width BIGINT NOT NULL, -- pixels
    height BIGINT NOT NULL,
    duration_ms BIGINT NOT NULL,
    created_ms BIGINT NOT NULL,
    UNIQUE (channel_id, source)
);

-- The VOD library. Columns marked "text" hold one JSON object of texts by language
-- code. An alias is how an operator names something: it stays when titles change.
CREATE TABLE vod_categories (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    alias TEXT NOT NULL,
    position BIGINT NOT NULL,
    title TEXT NOT NULL, -- text
    UNIQUE (channel_id, alias)
);

-- sort_title and search repeat what title says, so that lists need no other table.
CREATE TABLE vod_items (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    alias TEXT NOT NULL,
    category_id BIGINT NOT NULL REFERENCES vod_categories (id),
    access TEXT NOT NULL, -- free, register, paid
    title TEXT NOT NULL, -- text
    sort_title TEXT {{binary}} NOT NULL,
    search TEXT NOT NULL, -- folded words of the titles, a space before each
    description TEXT NOT NULL, -- text of sanitised HTML
    date_ms BIGINT NOT NULL,
    duration_ms BIGINT NOT NULL, -- of all its media
    image TEXT NOT NULL, -- JSON object: key and narrower variants
    preview TEXT NOT NULL, -- the same, of a wide picture
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL,
    UNIQUE (channel_id, alias)
);
CREATE INDEX vod_items_date ON vod_items (channel_id, date_ms, id);
CREATE INDEX vod_items_title ON vod_items (channel_id, sort_title, id);
CREATE INDEX vod_items_duration ON vod_items (channel_id, duration_ms, id);
CREATE INDEX vod_items_category ON vod_items (category_id, date_ms);

-- What an item plays, in order: the recording of an event, or a film.
CREATE TABLE vod_media (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    item_id BIGINT NOT NULL REFERENCES vod_items (id) ON DELETE CASCADE,
    alias TEXT NOT NULL,
    position BIGINT NOT NULL,
    title TEXT NOT NULL, -- text
    duration_ms BIGINT NOT NULL,
    event_id BIGINT REFERENCES events (id) ON DELETE CASCADE,
    film_id BIGINT REFERENCES films (id),
    UNIQUE (item_id, alias)
);
CREATE INDEX vod_media_channel ON vod_media (channel_id, item_id, position);
CREATE INDEX vod_media_event ON vod_media (event_id);
CREATE INDEX vod_media_film ON vod_media (film_id);

CREATE TABLE vod_rails (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    alias TEXT NOT NULL,
    position BIGINT NOT NULL,
    title TEXT NOT NULL, -- text
    UNIQUE (channel_id, alias)
);

CREATE TABLE vod_rail_items (
    rail_id BIGINT NOT NULL REFERENCES vod_rails (id) ON DELETE CASCADE,
    item_id BIGINT NOT NULL REFERENCES vod_items (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    PRIMARY KEY (rail_id, item_id)
);
CREATE INDEX vod_rail_items_item ON vod_rail_items (item_id);
