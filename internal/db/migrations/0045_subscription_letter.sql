-- +goose Up
-- What of a period's price is taxes, as receipts of renewals say it. A trial's order costs
-- nothing, so that the offer tells where it still costs what it did.
ALTER TABLE subscriptions ADD COLUMN service_fee BIGINT NOT NULL DEFAULT 0;
UPDATE subscriptions SET service_fee = COALESCE(
    (SELECT o.service_fee FROM orders AS o WHERE o.id = subscriptions.order_id AND o.base_price + o.service_fee = subscriptions.price),
    (SELECT p.service_fee FROM packages AS p WHERE p.id = subscriptions.package_id AND p.base_price + p.service_fee = subscriptions.price),
    0);

-- When the letter about an entry was written, in the transaction that posted it; 0 for none.
ALTER TABLE subscription_history ADD COLUMN told_ms BIGINT NOT NULL DEFAULT 0;
