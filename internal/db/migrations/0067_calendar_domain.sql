-- +goose Up
-- Calendars and readers of news know an event by a name that ends in a domain. It is the first
-- domain that the channel ever had, and stays when the channel moves.
ALTER TABLE channels ADD COLUMN calendar_domain TEXT NOT NULL DEFAULT '';
UPDATE channels SET calendar_domain = COALESCE((SELECT d.domain FROM channel_domains AS d WHERE d.channel_id = channels.id AND d.position = 0), '');
