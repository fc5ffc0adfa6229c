-- +goose Up
-- An operator ends a live stream by this request. The node with the encoder carries it out. While the request is set, the stream
-- accepts no encoder, also after its end.
ALTER TABLE streams ADD COLUMN end_requested_ms BIGINT;
