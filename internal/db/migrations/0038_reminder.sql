-- +goose Up
-- Of which events people want to be reminded.
CREATE TABLE reminders (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    event_id BIGINT NOT NULL, -- what is removed is announced, so that its row outlives it
    start_ms BIGINT NOT NULL, -- as the person knows it
    wanted BOOLEAN NOT NULL, -- FALSE: not of this one, although of all of its team
    by_team BOOLEAN NOT NULL, -- it is there because of a team
    created_ms BIGINT NOT NULL,
    FOREIGN KEY (channel_id, user_id) REFERENCES users (channel_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX reminders_once ON reminders (channel_id, user_id, event_id);
CREATE INDEX reminders_start ON reminders (channel_id, start_ms, event_id);
CREATE INDEX reminders_event ON reminders (channel_id, event_id);

-- Of which teams people want to be reminded of every event.
CREATE TABLE reminder_teams (
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    participant_id BIGINT NOT NULL,
    created_ms BIGINT NOT NULL,
    PRIMARY KEY (channel_id, user_id, participant_id),
    FOREIGN KEY (channel_id, user_id) REFERENCES users (channel_id, id) ON DELETE CASCADE
);
CREATE INDEX reminder_teams_team ON reminder_teams (channel_id, participant_id);

-- Which letters were written, so that none is written twice.
CREATE TABLE reminder_letters (
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    event_id BIGINT NOT NULL,
    occasion TEXT NOT NULL, -- day, hour, minutes
    start_ms BIGINT NOT NULL, -- of the event, as the letter has it
    sent_ms BIGINT NOT NULL,
    PRIMARY KEY (channel_id, user_id, event_id, occasion, start_ms),
    FOREIGN KEY (channel_id, user_id) REFERENCES users (channel_id, id) ON DELETE CASCADE
);
CREATE INDEX reminder_letters_start ON reminder_letters (start_ms);
