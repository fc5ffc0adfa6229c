-- +goose Up
-- The account that a phone number logs in to: the one that had the number first. Another
-- account may keep the same number as a contact.
CREATE TABLE phone_logins (
    channel_id BIGINT NOT NULL,
    digits TEXT NOT NULL,
    user_id BIGINT NOT NULL,
    PRIMARY KEY (channel_id, digits),
    FOREIGN KEY (channel_id, user_id) REFERENCES users (channel_id, id) ON DELETE CASCADE
);
CREATE INDEX phone_logins_user ON phone_logins (channel_id, user_id);
INSERT INTO phone_logins (channel_id, digits, user_id)
SELECT channel_id, phone_digits, MIN(id) FROM users WHERE phone_digits <> '' GROUP BY channel_id, phone_digits;
DROP INDEX users_phone;
