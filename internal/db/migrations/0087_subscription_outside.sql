-- +goose Up
-- What the provider's dashboard makes of a subscription: since when nothing is collected for it, and until when the period that is
-- not paid is not charged either. 0 for neither.
ALTER TABLE subscriptions ADD COLUMN paused_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE subscriptions ADD COLUMN uncharged_until_ms BIGINT NOT NULL DEFAULT 0;
-- Why it happened, where the kind does not say it; '' also for what happened before this was recorded.
ALTER TABLE subscription_history ADD COLUMN reason TEXT NOT NULL DEFAULT '';
