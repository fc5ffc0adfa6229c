-- +goose Up
-- The user's e-mail address, if its mail server refused it for good. Another address in users.email makes the value void.
ALTER TABLE users ADD COLUMN refused_email TEXT NOT NULL DEFAULT '';
