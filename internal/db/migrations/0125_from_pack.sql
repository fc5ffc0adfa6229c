-- +goose Up
-- Whether a pack has named a coupon or a video. A pack removes only those: others were made by a command. The first apply of a pack after this
-- migration marks the coupons and videos that it names.
ALTER TABLE coupons ADD COLUMN from_pack BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE vod_items ADD COLUMN from_pack BOOLEAN NOT NULL DEFAULT FALSE;
