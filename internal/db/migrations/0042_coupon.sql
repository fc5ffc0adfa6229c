-- +goose Up
-- Promo codes. percent_off is in basis points; where it is 0, amount_off is in minor units
-- of currency.
CREATE TABLE coupons (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    code TEXT NOT NULL, -- in capitals
    percent_off BIGINT NOT NULL,
    amount_off BIGINT NOT NULL,
    currency TEXT NOT NULL, -- of amount_off, else empty
    starts_ms BIGINT NOT NULL, -- 0 for at once
    ends_ms BIGINT NOT NULL, -- 0 for never
    max_uses BIGINT NOT NULL, -- 0 for as many as there are
    per_user BIGINT NOT NULL, -- 0 likewise
    uses BIGINT NOT NULL, -- so far; only the statements that take and release one change it
    stopped BOOLEAN NOT NULL,
    restricted BOOLEAN NOT NULL, -- to coupon_packages, also when none of them is left
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL,
    UNIQUE (channel_id, code)
);

CREATE TABLE coupon_packages (
    coupon_id BIGINT NOT NULL REFERENCES coupons (id) ON DELETE CASCADE,
    package_id BIGINT NOT NULL REFERENCES packages (id) ON DELETE CASCADE,
    PRIMARY KEY (coupon_id, package_id)
);
CREATE INDEX coupon_packages_package ON coupon_packages (package_id);

-- Each use of a coupon by a checkout. A row outlives the account, as the checkout does.
CREATE TABLE coupon_uses (
    id {{id}},
    channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    coupon_id BIGINT NOT NULL REFERENCES coupons (id),
    user_id BIGINT NOT NULL,
    checkout TEXT NOT NULL UNIQUE, -- its key
    taken_ms BIGINT NOT NULL,
    released_ms BIGINT NOT NULL -- 0 while it is taken
);
CREATE INDEX coupon_uses_user ON coupon_uses (coupon_id, user_id) WHERE released_ms = 0;
