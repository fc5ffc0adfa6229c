-- +goose Up
-- The payment of a subscription's order whose money a refund or a dispute moves: the reference of the paid transaction. It is empty for
-- an order with one payment. Two payments of an order can have the same period.
ALTER TABLE transactions ADD COLUMN paid_ref TEXT NOT NULL DEFAULT '';
UPDATE transactions SET paid_ref = CASE WHEN status = 'refund_owed' THEN ref ELSE SUBSTR(ref, 9) END
WHERE (status = 'refund_owed' OR status = 'refunded' AND ref LIKE 'outside:%') AND order_id IN (SELECT id FROM orders WHERE type = 'subscription');
UPDATE transactions SET paid_ref = COALESCE((
    SELECT p.ref FROM transactions AS p
    WHERE p.order_id = transactions.order_id AND p.status = 'paid' AND p.from_ms = transactions.from_ms AND p.until_ms = transactions.until_ms
    ORDER BY p.id LIMIT 1), '')
WHERE status IN ('refunded', 'refund_failed', 'disputed', 'reinstated') AND paid_ref = '' AND until_ms > 0;
-- Refunds of subscriptions were once recorded without a period. They are of the latest period that was paid before them.
UPDATE transactions SET paid_ref = COALESCE((
    SELECT p.ref FROM transactions AS p
    WHERE p.order_id = transactions.order_id AND p.status = 'paid' AND p.created_ms <= transactions.created_ms
    ORDER BY p.until_ms DESC, p.from_ms, p.id LIMIT 1), '')
WHERE status IN ('refunded', 'refund_failed') AND paid_ref = '' AND until_ms = 0 AND order_id IN (SELECT id FROM orders WHERE type = 'subscription');
UPDATE transactions SET
    from_ms = (SELECT p.from_ms FROM transactions AS p WHERE p.order_id = transactions.order_id AND p.status = 'paid' AND p.ref = transactions.paid_ref),
    until_ms = (SELECT p.until_ms FROM transactions AS p WHERE p.order_id = transactions.order_id AND p.status = 'paid' AND p.ref = transactions.paid_ref)
WHERE status IN ('refunded', 'refund_failed') AND paid_ref <> '' AND until_ms = 0;
