-- +goose Up
-- A lease is for an event or for an item of the VOD library. A lease lives for 45 seconds and its
-- player asks again, so the table is made again and its rows are not copied.
DROP TABLE leases;
CREATE TABLE leases (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    place BIGINT NOT NULL, -- from 0 on
    player TEXT NOT NULL, -- the client's name of its player, or the server's name of a session's signed address
    session_id BIGINT NOT NULL,
    event_id BIGINT REFERENCES events (id) ON DELETE CASCADE,
    vod_item_id BIGINT REFERENCES vod_items (id) ON DELETE CASCADE,
    taken_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL,
    UNIQUE (channel_id, user_id, place),
    UNIQUE (channel_id, user_id, player),
    CHECK ((event_id IS NULL) <> (vod_item_id IS NULL))
);
