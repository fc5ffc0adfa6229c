-- +goose Up
-- What a pre-roll is beside its address: a video, or where an ad server is asked (VAST).
ALTER TABLE prerolls ADD COLUMN kind TEXT NOT NULL DEFAULT 'video'; -- video, vast
ALTER TABLE prerolls ADD COLUMN sponsor TEXT NOT NULL DEFAULT ''; -- whose it is, as people know them
ALTER TABLE prerolls ADD COLUMN click_url TEXT NOT NULL DEFAULT ''; -- where a press on it leads; empty: nowhere
ALTER TABLE prerolls ADD COLUMN skip_after_s BIGINT NOT NULL DEFAULT 0; -- 0: it is seen to its end
ALTER TABLE prerolls ADD COLUMN media_hosts TEXT NOT NULL DEFAULT '[]'; -- JSON list; of VAST: whose media it may play
