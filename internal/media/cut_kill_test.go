package media

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/media/transcode"
)

// envCuts tells a process of which channel it makes the cuts.
const envCuts = "GRANDSTAND_TEST_CUTS"

// cutAll is a process of its own that makes cuts until it is killed.
func cutAll() error {
	ctx := context.Background()
	v, err := victim(ctx)
	if err != nil {
		return err
	}
	if v.FFmpeg, err = transcode.NewTool("ffmpeg", patientLimits(), 1); err != nil {
		return err
	}
	channel, err := strconv.ParseInt(os.Getenv(envCuts), 10, 64)
	for ; err == nil; time.Sleep(time.Millisecond) {
		err = v.cutWaiting(ctx, channel)
	}
	return err
}

// cutWaiting makes every cut that is not made, as the queue would.
func (v *venue) cutWaiting(ctx context.Context, channel int64) error {
	var ids []CutID
	err := v.db.Read().NewSelect().Model((*cutRow)(nil)).Column("id").Where("state = 'processing'").Order("id").Scan(ctx, &ids)
	for _, id := range ids {
		err = errors.Join(err, v.MakeCut(ctx, channel, id))
	}
	return err
}

// cutSeams is the number of moments at which a process can be killed: a cut of this length has as many files, or one or two
// less.
const cutSeams = 8

// cutKills counts the killed processes: one at each moment. TestSoakKilledWhileMakingCuts kills more.
const cutKills = cutSeams

// Wherever a process is killed that makes cuts, nobody sees half of one, the next process
// makes it, and nothing of what was begun stays for ever.
func TestKilledWhileMakingCuts(t *testing.T) {
	t.Parallel()

	eachSite(t, func(t *testing.T, v *venue, at site) { killCutters(t, v, at, cutKills) })
}

// killCutters kills so many processes, each in the making of a cut of its own.
func killCutters(t *testing.T, v *venue, at site, kills int) {
	t.Helper()
	withFFmpeg(t, v)
	s := v.recorded(footage(t, 0, 300, "-bf", "0"))
	a := newScreen(t, v, s)
	var wanted []exactCut
	for kill := range kills {
		c := exactCut{first: 13 + kill*7%150, count: 60 + kill%20} // mostly amid groups: both ends are encoded anew
		c.id = v.mustAddCut(s.EventID, frames(c.first), frames(c.count))
		wanted = append(wanted, c)
		killCutter(t, v, at, c, kill)
		a.expectWholeOrNothing(t, c)
	}
	if err := v.cutWaiting(t.Context(), v.channel); err != nil {
		t.Fatal(err)
	}
	v.now.Advance(time.Since(v.now.Now()) + 2*orphanAfter)
	reaped, err := v.ReapCuts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(v.folders()) != kills || len(v.files(publicPrefix+posterPrefix)) != kills {
		t.Errorf("%d cuts have %d folders and %d posters", kills, len(v.folders()), len(v.files(publicPrefix+posterPrefix)))
	}
	for _, c := range wanted {
		if state := v.found(c.id).State; state != CutSuccess {
			t.Errorf("cut %d is %s", c.id, state)
		}
		a.expectExact(t, c)
	}
	if reaped == 0 { // then this test shows nothing
		t.Error("no kill came between two files of a cut")
	}
	t.Logf("%d kills left %d files behind, which are gone", kills, reaped)
}

// exactCut is a cut and which pictures it is of.
type exactCut struct {
	id           CutID
	first, count int
}

// killCutter kills a process that makes a cut: before it has stored anything, after one file
// more each time, or when the cut is made.
func killCutter(t *testing.T, v *venue, at site, c exactCut, kill int) {
	t.Helper()
	begun := len(v.files(cutPrefix)) + len(v.files(publicPrefix+posterPrefix))
	p := at.start(t, fmt.Sprintf("%s=%d", envCuts, v.channel))
	eventually(t, fmt.Sprintf("process %d comes to its seam", kill), func() bool {
		p.mustLive(t)
		stored := len(v.files(cutPrefix)) + len(v.files(publicPrefix+posterPrefix)) - begun
		return stored >= kill%cutSeams || v.found(c.id).State == CutSuccess
	})
	p.kill(t)
}

// expectWholeOrNothing looks at a cut after a kill: it is made as it should be, or names
// nothing of what was begun.
func (s *screen) expectWholeOrNothing(t *testing.T, c exactCut) {
	t.Helper()
	var row cutRow
	if err := s.db.Read().NewSelect().Model(&row).Where("id = ?", int64(c.id)).Scan(t.Context()); err != nil {
		t.Fatal(err)
	}
	switch {
	case row.State == CutSuccess:
		s.expectExact(t, c)
	case row.State != CutProcessing || row.Folder != "" || row.Journal != "" || row.Image != "":
		t.Errorf("cut %d is %s and names %q, %q", c.id, row.State, row.Folder, row.Image)
	}
}

// expectExact plays a cut: exactly its pictures, each once.
func (s *screen) expectExact(t *testing.T, c exactCut) {
	t.Helper()
	s.expectNumbers(t, s.cutPath(c.id), c.first, c.count)
}

// expectNumbers plays something: so many pictures from one on, each once.
func (s *screen) expectNumbers(t *testing.T, path string, first, count int) {
	t.Helper()
	got := s.numbers(path)
	if len(got) != count {
		t.Errorf("%s has %d pictures, want %d", path, len(got), count)
		return
	}
	for i, n := range got {
		if n != first+i {
			t.Errorf("%s: picture %d is number %d, want %d", path, i, n, first+i)
			return
		}
	}
}
