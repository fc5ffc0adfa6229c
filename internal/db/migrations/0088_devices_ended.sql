-- +goose Up
-- Tokens of known devices that were issued up to this time are not valid (milliseconds).
ALTER TABLE users ADD COLUMN devices_ended_ms BIGINT NOT NULL DEFAULT 0;
