-- +goose Up
-- Refunded subscriptions whose last payment was made by other means than a card: nothing went back, and only the log said so.
-- Their refund is owed, as one of today would be.
INSERT INTO transactions (channel_id, order_id, status, amount, currency, ref, created_ms, from_ms, until_ms)
SELECT t.channel_id, t.order_id, 'refund_owed', t.amount, t.currency, t.ref, o.paid_back_ms, t.from_ms, t.until_ms
FROM transactions AS t JOIN orders AS o ON o.id = t.order_id
WHERE o.type = 'subscription' AND o.status = 'refunded' AND o.paid_back_ms > 0 AND o.dispute NOT IN ('open', 'lost')
    AND t.status = 'paid' AND t.amount > 0
    AND NOT EXISTS (SELECT 1 FROM transactions AS later WHERE later.order_id = t.order_id AND later.status = 'paid' AND later.until_ms > t.until_ms)
    AND NOT EXISTS (SELECT 1 FROM transactions AS back WHERE back.order_id = t.order_id AND back.status IN ('refunded', 'refund_failed', 'disputed'));
