package commerce_test

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// useLastClip has the buyer make many clips at once by a pass that includes one.
func useLastClip(r *raceway) func(int) {
	p := pass(1)
	p.ClipLimit = 1
	id, err := r.Create(r.t.Context(), r.operator(), r.channels[0], p)
	if err != nil {
		r.t.Fatal(err)
	}
	r.first = commerce.OrderID(dbtest.Buy(r.t, r.db, dbtest.Order{ChannelID: r.channels[0], UserID: r.buyer.UserID, PackageID: int64(id)}))
	w := commerce.Wish{
		ChannelID: r.channels[0], UserID: r.buyer.UserID, Viewer: commerce.Viewer{LoggedIn: true},
		Event: commerce.Event{ID: 5, Type: commerce.AccessPaid}, Capability: commerce.Clipping,
	}
	return func(int) {
		_ = r.db.InTx(r.t.Context(), func(ctx context.Context, tx bun.Tx) error {
			_, err := r.Use(ctx, tx, w)
			return err
		})
	}
}

func (r *raceway) clips() int64 {
	return r.count("SELECT COALESCE(SUM(used), 0) FROM feature_uses WHERE order_id = ?", r.first)
}

func clippedOnce(r *raceway) string { return unlike("clips", r.clips(), 1) }

// clipCarelessly looks whether a clip is left and counts it then.
func clipCarelessly(r *raceway) (looks func() bool, acts func() error) {
	return func() bool { return r.clips() == 0 }, func() error {
		return r.do(`INSERT INTO feature_uses (channel_id, order_id, user_id, feature, used) VALUES (?, ?, ?, 'clips', 1)
			ON CONFLICT (order_id, feature) DO UPDATE SET used = feature_uses.used + 1`, r.channels[0], r.first, r.buyer.UserID)
	}
}
