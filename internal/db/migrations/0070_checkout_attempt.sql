-- +goose Up
-- How often the payment of a checkout was asked for again because its customer had been deleted at the provider. The provider
-- keeps its refusals under the idempotency key, so that each attempt has its own key.
ALTER TABLE checkouts ADD COLUMN attempt BIGINT NOT NULL DEFAULT 0;
ALTER TABLE payment_customers ADD COLUMN generation BIGINT NOT NULL DEFAULT 0; -- how many of this user's were deleted before
