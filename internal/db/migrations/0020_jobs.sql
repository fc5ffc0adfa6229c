-- +goose Up
-- One row per living node that runs jobs; the queue's other tables are River's own.
CREATE TABLE job_nodes (
    id TEXT PRIMARY KEY,
    seen_ms BIGINT NOT NULL
);
