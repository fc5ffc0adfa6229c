-- +goose Up
-- The length of a period as the provider has it: a number of days, weeks, months or years. The dashboard can change it; period_days stays what
-- the provider was asked for.
ALTER TABLE subscriptions ADD COLUMN "interval" TEXT NOT NULL DEFAULT 'day';
ALTER TABLE subscriptions ADD COLUMN interval_count BIGINT NOT NULL DEFAULT 30;
UPDATE subscriptions SET "interval" = 'year', interval_count = 1 WHERE period_days = 0;
UPDATE subscriptions SET interval_count = period_days WHERE period_days > 0;
-- The part of next_amount for changes within a period, negative for a credit, and when the first and the last of them were made. 0 for none.
ALTER TABLE subscriptions ADD COLUMN pending_amount BIGINT NOT NULL DEFAULT 0;
ALTER TABLE subscriptions ADD COLUMN pending_from_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE subscriptions ADD COLUMN pending_through_ms BIGINT NOT NULL DEFAULT 0;
-- Where an entry changed the length of a period: the new one and the one before. '' and 0 for other entries.
ALTER TABLE subscription_history ADD COLUMN "interval" TEXT NOT NULL DEFAULT '';
ALTER TABLE subscription_history ADD COLUMN interval_count BIGINT NOT NULL DEFAULT 0;
ALTER TABLE subscription_history ADD COLUMN usual_interval TEXT NOT NULL DEFAULT '';
ALTER TABLE subscription_history ADD COLUMN usual_interval_count BIGINT NOT NULL DEFAULT 0;
