-- +goose Up
-- A code of the api key and the day, by which the views of a visitor without an account are one
-- viewer's. It is empty for users, and for views of older versions.
ALTER TABLE analytics_views ADD COLUMN visitor TEXT NOT NULL DEFAULT '';
