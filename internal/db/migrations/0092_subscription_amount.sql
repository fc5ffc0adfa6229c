-- +goose Up
-- What the next renewal charges where that is not the price of a period: the customer has a discount, a credit or a debt at the provider.
-- -1 where it is the price, also for what was recorded before.
ALTER TABLE subscriptions ADD COLUMN next_amount BIGINT NOT NULL DEFAULT -1;
-- What the amount of an entry is instead of: the price before it changed, or the usual price of a period that was paid with another amount.
-- 0 where that says nothing.
ALTER TABLE subscription_history ADD COLUMN usual_amount BIGINT NOT NULL DEFAULT 0;
