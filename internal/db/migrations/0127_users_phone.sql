-- +goose Up
-- The accounts that a phone number logs in to (ADR 0057): several may have the same number. Queries name phone_digits <> ''.
CREATE INDEX users_phone ON users (channel_id, phone_digits) WHERE phone_digits <> '';
