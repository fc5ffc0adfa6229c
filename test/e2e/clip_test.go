//go:build e2e

package e2e

import (
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

const framesASecond = 30 // of the footage

// clip is what the API tells of one.
type clip struct {
	ID     int64  `json:"id"`
	Status string `json:"status"`
	Media  struct {
		URL string `json:"url"`
	} `json:"media"`
}

// clipper makes clips.
type clipper struct{ *stage.Client }

// staff is an operator, who may make as many as they want.
func (s *scene) staff(t *testing.T) clipper {
	t.Helper()
	c := s.visitor(t)
	if err := c.Login(within(t, patience), "operator@example.com", password); err != nil {
		t.Fatal(err)
	}
	return clipper{c}
}

func (c clipper) clip(t *testing.T, event int64, from, length time.Duration) clip {
	t.Helper()
	var made clip
	err := c.Post(within(t, patience), "/api/clip", map[string]any{
		"event_id": event, "name": "Goal", "tags": []string{"goal"}, "start_time": from.Seconds(), "duration": length.Seconds(),
	}, &made)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func (c clipper) waitClip(t *testing.T, id int64) {
	t.Helper()
	ctx := within(t, 2*patience)
	var now clip
	err := stage.Until(ctx, fmt.Sprintf("clip %d is made", id), func() (bool, error) {
		err := c.Get(ctx, fmt.Sprintf("/api/shared-clip/%d", id), nil, &now)
		return err == nil && now.Status == "success", err
	})
	if err != nil {
		t.Fatalf("%v; it is %+v", err, now)
	}
}

// countPictures plays a clip with a player that is not ours. The encoder's clock counts in milliseconds: a picture at an
// edge may lie on either side of it.
func (c clipper) countPictures(t *testing.T, made clip, want int) {
	t.Helper()
	address, err := c.Resolve("/", made.Media.URL)
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(within(t, patience), "ffprobe", "-v", "error", "-select_streams", "v", "-count_frames",
		"-show_entries", "stream=nb_read_frames", "-of", "csv=p=0", address).Output()
	if err != nil {
		t.Fatal(err)
	}
	got, err := strconv.Atoi(strings.Trim(strings.SplitN(string(out), "\n", 2)[0], ", \n"))
	if err != nil || got < want-1 || got > want+1 {
		t.Errorf("clip %d has %q pictures, want %d", made.ID, out, want)
	}
}
