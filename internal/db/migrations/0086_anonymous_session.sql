-- +goose Up
-- An anonymous session ends a while after its last use: seven days, or seven times its age.
-- Until now each lived for 360 days, used or not.
UPDATE sessions SET expires_ms = CASE WHEN 7 * (seen_ms - created_ms) > 604800000 THEN seen_ms + 7 * (seen_ms - created_ms) ELSE seen_ms + 604800000 END
WHERE user_id IS NULL AND expires_ms > CASE WHEN 7 * (seen_ms - created_ms) > 604800000 THEN seen_ms + 7 * (seen_ms - created_ms) ELSE seen_ms + 604800000 END;
