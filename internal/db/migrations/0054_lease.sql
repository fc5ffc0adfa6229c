-- +goose Up
-- The places in which a user's players stand, where a channel bounds how many may play at once. A
-- place is held by one player, and a player holds one place: these two constraints are the bound.
-- There is no index of expires_ms, which every renewal writes.
CREATE TABLE leases (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    place BIGINT NOT NULL, -- from 0 on
    player TEXT NOT NULL, -- what a page calls the player that it opened
    session_id BIGINT NOT NULL,
    event_id BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    taken_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL,
    UNIQUE (channel_id, user_id, place),
    UNIQUE (channel_id, user_id, player)
);
