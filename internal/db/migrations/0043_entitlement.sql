-- +goose Up
-- How often what a user holds has changed. It moves with the orders, in their transaction, so
-- that what is kept of them is known to be old; who never bought anything has no row.
CREATE TABLE entitlement_versions (
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (channel_id, user_id)
);
