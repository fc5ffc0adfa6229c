package pack

import (
	"context"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// wishes records which pictures are wanted, and whose.
type wishes struct {
	channels []int64
	keys     []string
}

func (w *wishes) Want(_ context.Context, channelID int64, keys []string) error {
	w.channels, w.keys = append(w.channels, channelID), append(w.keys, keys...)
	return nil
}

func (w *wishes) Reserve(context.Context, int64, []string) error { return nil }

func TestWhatIsBroughtIsMadeToFitScreens(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, media := newInstallation(t, d)
		wanted := &wishes{}
		in.Pictures = wanted
		apply(t, in, league())
		c, err := in.Channels.FindByKey(t.Context(), "league")
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(wanted.channels, []int64{int64(c.ID)}) || len(wanted.keys) == 0 || len(wanted.keys) != len(media.files) {
			t.Errorf("applying wants %v of %v", wanted.keys, wanted.channels)
		}
		*wanted = wishes{}
		tree := fstest.MapFS{
			"games.csv": {Data: []byte("date,time,sport,home,away,image\ntoday+1,19:00,hockey,castors,belugas,still.png\n")},
			"still.png": {Data: still(32, 18)},
		}
		if _, err := Import(t.Context(), in, "league", tree, "games.csv", ImportOptions{}); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(wanted.channels, []int64{int64(c.ID)}) || len(wanted.keys) != 1 || media.files[wanted.keys[0]] == nil {
			t.Errorf("the schedule wants %v of %v", wanted.keys, wanted.channels)
		}
	})
}
