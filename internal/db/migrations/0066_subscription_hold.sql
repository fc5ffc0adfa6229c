-- +goose Up
-- A subscription whose account is being deleted does not renew. hold is "held" from the
-- confirmed deletion on, "resuming" from the log in that keeps the account until the provider
-- has turned renewal on again, and empty otherwise. held_ms is when the deletion was confirmed.
ALTER TABLE subscriptions ADD COLUMN hold TEXT NOT NULL DEFAULT '';
ALTER TABLE subscriptions ADD COLUMN held_ms BIGINT NOT NULL DEFAULT 0;
