-- +goose Up
-- Who a user is elsewhere: at a login provider, or in the channel's own membership system.
CREATE TABLE identities (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    provider TEXT NOT NULL, -- google, facebook, remote
    subject TEXT NOT NULL, -- the person's lasting name there
    email TEXT NOT NULL, -- what was said there when the two were connected, or empty
    created_ms BIGINT NOT NULL,
    FOREIGN KEY (channel_id, user_id) REFERENCES users (channel_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX identities_subject ON identities (channel_id, provider, subject);
-- A second name of the same provider would be somebody who was given the first one's mailbox.
CREATE UNIQUE INDEX identities_user ON identities (channel_id, user_id, provider);

-- A login at a provider: first a state that travels there and back, then a ticket that this
-- session changes into a user. Of both, and of the browser's own secret, only hashes are kept.
CREATE TABLE social_logins (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    session_id BIGINT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    provider TEXT NOT NULL,
    state_hash TEXT NOT NULL UNIQUE,
    browser_hash TEXT NOT NULL,
    redirect TEXT NOT NULL, -- where the provider sends the browser back to
    expires_ms BIGINT NOT NULL, -- of the state, then of the ticket
    answered_ms BIGINT, -- NULL until the browser comes back
    ticket_hash TEXT UNIQUE, -- NULL until it is known who came back
    subject TEXT NOT NULL,
    email TEXT NOT NULL,
    email_verified BOOLEAN NOT NULL,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    redeemed_ms BIGINT -- NULL until the ticket is used
);
CREATE INDEX social_logins_session ON social_logins (session_id);
CREATE INDEX social_logins_expires ON social_logins (expires_ms);

-- Tokens of membership systems that were used, for as long as they would be good.
CREATE TABLE remote_tokens (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    token_hash TEXT NOT NULL, -- SHA-256 of its name, base64
    expires_ms BIGINT NOT NULL,
    UNIQUE (channel_id, token_hash)
);
CREATE INDEX remote_tokens_expires ON remote_tokens (expires_ms);

-- A member whose system tells no e-mail address has none here either.
DROP INDEX users_email;
CREATE UNIQUE INDEX users_email ON users (channel_id, email) WHERE email <> '';
