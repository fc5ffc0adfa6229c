-- +goose Up
-- A charge that a cardholder questioned with their bank, as the provider last said it.
CREATE TABLE disputes (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    checkout_id BIGINT NOT NULL REFERENCES checkouts (id),
    account TEXT NOT NULL, -- of the channel at the provider: simulated, test or live
    ref TEXT NOT NULL, -- the provider's id
    intent TEXT NOT NULL, -- the provider's id of the payment
    status TEXT NOT NULL, -- the provider's
    reason TEXT NOT NULL, -- the provider's
    amount BIGINT NOT NULL,
    currency TEXT NOT NULL,
    withdrawn BOOLEAN NOT NULL, -- the bank has the money now
    open BOOLEAN NOT NULL, -- the bank has not decided
    due_ms BIGINT NOT NULL, -- when evidence is due; 0 for never
    looked_ms BIGINT NOT NULL, -- when the provider was asked for what stands here
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL,
    UNIQUE (channel_id, ref)
);
CREATE INDEX disputes_checkout ON disputes (checkout_id);
CREATE INDEX disputes_open ON disputes (channel_id, account) WHERE open = TRUE;

-- What disputes make of an order: empty for none, inquiry, open, won or lost. An open one holds its access.
ALTER TABLE orders ADD COLUMN dispute TEXT NOT NULL DEFAULT '';

-- When all that was owed of a refunded order had been sent back; 0 until then.
ALTER TABLE orders ADD COLUMN paid_back_ms BIGINT NOT NULL DEFAULT 0;
UPDATE orders SET paid_back_ms = refunded_ms WHERE status = 'refunded'
    AND EXISTS (SELECT 1 FROM transactions AS t WHERE t.order_id = orders.id AND t.status = 'refunded');

-- Refunds and disputes are found by their id.
CREATE INDEX transactions_ref ON transactions (channel_id, ref);
