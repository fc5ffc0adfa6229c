-- +goose Up
-- Whether the code also makes a user of the address if there is none: a visitor buys as a guest.
ALTER TABLE login_codes ADD COLUMN guest BOOLEAN NOT NULL DEFAULT FALSE;
-- Whether the guest wants news and updates.
ALTER TABLE login_codes ADD COLUMN mailing_consent BOOLEAN NOT NULL DEFAULT FALSE;
