-- +goose Up
-- Cancelled events whose tickets are paid back, those too that are paid after the cancellation. A row goes
-- when the event is scheduled again.
CREATE TABLE event_refunds (
    event_id BIGINT PRIMARY KEY,
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    requested_ms BIGINT NOT NULL
);

-- Who was told of a change of an event's schedule, until everyone was. changed_ms is the change's.
CREATE TABLE event_change_letters (
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    event_id BIGINT NOT NULL,
    changed_ms BIGINT NOT NULL,
    PRIMARY KEY (event_id, changed_ms, user_id),
    FOREIGN KEY (channel_id, user_id) REFERENCES users (channel_id, id) ON DELETE CASCADE
);
