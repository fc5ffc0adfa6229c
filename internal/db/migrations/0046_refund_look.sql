-- +goose Up
-- Until when an account of a channel at the provider was asked what it gave back. A server that
-- was stopped goes on from there.
CREATE TABLE refund_looks (
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    account TEXT NOT NULL, -- of the channel at the provider: simulated, test or live
    looked_ms BIGINT NOT NULL,
    PRIMARY KEY (channel_id, account)
);
