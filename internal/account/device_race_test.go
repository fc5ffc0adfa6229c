package account

import (
	"context"
	"net/netip"
	"sync/atomic"
	"testing"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

type judgeFunc func(ctx context.Context, idb bun.IDB, row deviceRow, state deviceState, user UserID) error

// A code is answered once: of two users who let its device in and turn it away, all at
// once, one is heard, and the device becomes theirs or nobody's.
func TestADeviceIsJudgedOnce(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.userTries, c.addressTries = nil, nil
		ada, eve := c.person("ada@example.com", actor.User), c.person("eve@example.com", actor.User)
		_, adas := c.enter("ada@example.com")
		_, eves := c.enter("eve@example.com")
		v := c.tv("Den")
		var heard atomic.Int64 // whom
		said := follows(t, func(i int) (err error) {
			owner := UserID(0)
			switch i % 3 {
			case 0:
				owner, err = ada.ID, c.link(adas.Actor(), v.code.UserCode)
			case 1:
				owner, err = eve.ID, c.link(eves.Actor(), v.code.UserCode)
			default:
				err = c.DenyDevice(t.Context(), eves.Actor(), v.code.UserCode, netip.Addr{})
			}
			if err == nil {
				heard.Store(int64(owner))
			}
			return err
		}, "device_code_used")
		if said != 1 {
			t.Errorf("%d were told that they had decided", said)
		}
		want := DevicePoll{Status: DeviceDenied}
		if heard.Load() != 0 {
			want.Status = DeviceApproved
		}
		if got := v.poll(); got.Status != want.Status || int64(got.User.ID) != heard.Load() {
			t.Errorf("user %d was heard, and the device became %+v", heard.Load(), got)
		}

		judged := func(judge judgeFunc) int64 {
			v := c.tv("Den")
			row, err := c.findDeviceBySecret(t.Context(), v.session, v.code.Secret)
			if err != nil {
				t.Fatal(err)
			}
			return follows(t, func(int) error { return judge(t.Context(), d.Write(), row, stateApproved, ada.ID) }, "device_code_used")
		}
		if n := judged(c.judgeDevice); n != 1 {
			t.Errorf("judged %d times", n)
		}
		// Control: one that does not look whether it was judged.
		careless := func(ctx context.Context, idb bun.IDB, row deviceRow, state deviceState, user UserID) error {
			_, err := idb.NewUpdate().Model((*deviceRow)(nil)).Set("state = ?", state).Set("user_id = ?", user).Where("id = ?", row.ID).Exec(ctx)
			return err
		}
		if n := judged(careless); n < 2 {
			t.Error("the control found nothing: the test cannot fail")
		}
	})
}
