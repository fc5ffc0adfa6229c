-- +goose Up
-- Imports of schedule files, so that they can be undone.
CREATE TABLE schedule_imports (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    file_name TEXT NOT NULL,
    source TEXT NOT NULL,
    created_count BIGINT NOT NULL,
    updated_count BIGINT NOT NULL,
    unchanged_count BIGINT NOT NULL,
    imported_ms BIGINT NOT NULL,
    undone_ms BIGINT
);
CREATE INDEX schedule_imports_channel ON schedule_imports (channel_id, id);

-- What an import changed of one event. Rows outlive a removed event.
CREATE TABLE schedule_import_events (
    import_id BIGINT NOT NULL REFERENCES schedule_imports (id) ON DELETE CASCADE,
    event_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    before_event TEXT NOT NULL, -- JSON, empty for a new event
    after_event TEXT NOT NULL, -- JSON
    PRIMARY KEY (import_id, event_id)
);
