-- +goose Up
-- Recordings stay as long as their channel keeps them. One that is removed has no journal any more;
-- its files go after that.
ALTER TABLE streams ADD COLUMN removed_ms BIGINT; -- since when the recording is not offered any more
ALTER TABLE streams ADD COLUMN cleared_ms BIGINT; -- when the last of its files was gone
CREATE INDEX streams_ended ON streams (channel_id, ended_ms) WHERE state = 'ended' AND removed_ms IS NULL;
CREATE INDEX streams_removed ON streams (removed_ms) WHERE removed_ms IS NOT NULL AND cleared_ms IS NULL;
