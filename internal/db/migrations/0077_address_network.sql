-- +goose Up
-- The networks in which a signed address of bought media was used of late, and the addresses that
-- were used in too many. An address is a hash, so a row names no user; rows are deleted an hour
-- after their last use.
CREATE TABLE address_networks (
    address TEXT NOT NULL, -- hash of what the token names, without its expiry
    network TEXT NOT NULL, -- the IPv4 /24 or IPv6 /48
    seen_ms BIGINT NOT NULL,
    PRIMARY KEY (address, network)
);
CREATE INDEX address_networks_seen ON address_networks (seen_ms);
CREATE TABLE revoked_addresses (
    address TEXT PRIMARY KEY,
    until_ms BIGINT NOT NULL
);
