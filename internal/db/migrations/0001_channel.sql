-- +goose Up
-- A channel is one tenant. Columns marked "text" hold one JSON object of texts by
-- language code, such as {"en":"Schedule","fr":"Calendrier"}.
CREATE TABLE channels (
    id {{id}},
    channel_key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL, -- text
    tagline TEXT NOT NULL, -- text
    language TEXT NOT NULL,
    languages TEXT NOT NULL, -- JSON list of language codes
    currency TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    settings TEXT NOT NULL, -- JSON object
    colors TEXT NOT NULL, -- JSON object of the five colours an operator sets
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL
);

CREATE TABLE channel_domains (
    domain TEXT PRIMARY KEY,
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    position BIGINT NOT NULL
);
CREATE INDEX channel_domains_channel ON channel_domains (channel_id, position);

-- One counter per channel and area of data, raised in the transaction that changes
-- anything of that area: whatever is cached carries the revision it was built from.
CREATE TABLE revisions (
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    area TEXT NOT NULL,
    revision BIGINT NOT NULL,
    PRIMARY KEY (channel_id, area)
);

CREATE TABLE menu_items (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    parent_id BIGINT REFERENCES menu_items (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    type TEXT NOT NULL,
    title TEXT NOT NULL, -- text
    url TEXT NOT NULL,
    image TEXT NOT NULL,
    slidable_id BIGINT -- the category, participant, group or page it leads to
);
CREATE INDEX menu_items_channel ON menu_items (channel_id, position);
CREATE INDEX menu_items_parent ON menu_items (parent_id);

CREATE TABLE pages (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    url TEXT NOT NULL,
    alt_name TEXT NOT NULL,
    name TEXT NOT NULL, -- text
    content TEXT NOT NULL, -- text of sanitised HTML
    updated_ms BIGINT NOT NULL,
    UNIQUE (channel_id, url)
);
CREATE UNIQUE INDEX pages_alt_name ON pages (channel_id, alt_name);

CREATE TABLE faqs (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    category TEXT NOT NULL, -- text
    question TEXT NOT NULL, -- text
    answer TEXT NOT NULL -- text of sanitised HTML
);
CREATE INDEX faqs_channel ON faqs (channel_id, position);

CREATE TABLE slides (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    slidable_type TEXT NOT NULL,
    slidable_id BIGINT, -- NULL for slides of the main page
    title TEXT NOT NULL, -- text
    body TEXT NOT NULL, -- text
    button TEXT NOT NULL, -- text
    url TEXT NOT NULL,
    image TEXT NOT NULL, -- JSON object: key and narrower variants
    event_id BIGINT
);
CREATE INDEX slides_channel ON slides (channel_id, slidable_type, position);
