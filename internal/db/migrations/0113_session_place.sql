-- +goose Up
-- Where the user of a session logged in: names of a town, a region and a country by language, as a "text". Empty where it is not known.
ALTER TABLE sessions ADD COLUMN place TEXT NOT NULL DEFAULT '{}';
