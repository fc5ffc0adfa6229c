-- +goose Up
-- With which cards a free trial of a channel was begun. The hash is keyed, says nothing of the card, and outlives the account.
CREATE TABLE trial_cards (
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    card_hash TEXT NOT NULL,
    order_id BIGINT NOT NULL REFERENCES orders (id),
    started_ms BIGINT NOT NULL,
    PRIMARY KEY (channel_id, card_hash)
);
