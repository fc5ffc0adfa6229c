-- +goose Up
-- How many clips a user has made of an event. Who makes one takes hold of the row first: what the user's clips show
-- together is compared with its bound while no other clip of theirs can be added.
CREATE TABLE clip_covers (
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    event_id BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    made BIGINT NOT NULL,
    PRIMARY KEY (user_id, event_id)
);

-- The purchase that opened the event when the clip was made; 0 for none, and of older clips. order_id is the purchase
-- on which the clip was counted.
ALTER TABLE clips ADD COLUMN access_order_id BIGINT NOT NULL DEFAULT 0;
