//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

// filmAlias names the video of the demo's library that plays the film: it is on a shelf, and open to whoever is logged in.
const filmAlias = "long-drives"

// filmFootage is what the operator sends: long enough that who leaves in the middle comes back there, and large enough for
// two sizes. It takes little to encode: few pictures a second, of a bar that moves over a plain ground.
func filmFootage() stage.Footage {
	return stage.Footage{Name: "film", Length: 150 * time.Second, Filters: []string{
		"-f", "lavfi", "-i", "color=c=0x15324f:size=854x480:rate=5[ground];color=c=orange:size=240x240:rate=5[bar];[ground][bar]overlay=x='mod(90*t,W)':y=90", "-f", "lavfi", "-i", "sine=frequency=330:sample_rate=48000",
		"-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "10", "-c:a", "aac", "-b:a", "64k", "-ac", "2",
	}}
}

// besideFilm is what lies beside the film: captions in both languages, and chapters, of which French ones are told to who reads
// French and the others to everybody else.
var besideFilm = []struct{ what, language, text string }{
	{"captions", "en", "WEBVTT\n\n00:00.000 --> 00:45.000\nThe stands are still empty.\n\n00:45.000 --> 02:30.000\nNobody sits down any more.\n"},
	{"captions", "fr", "WEBVTT\n\n00:00.000 --> 00:45.000\nLes gradins sont encore vides.\n\n00:45.000 --> 02:30.000\nPlus personne ne reste assis.\n"},
	{"chapters", "", "WEBVTT\n\n00:00.000 --> 00:45.000\nThe kickoff\n\n00:45.000 --> 01:40.000\nNinety-nine yards\n\n01:40.000 --> 02:30.000\nThe handshakes\n"},
	{"chapters", "fr", "WEBVTT\n\n00:00.000 --> 00:45.000\nLe botté d’envoi\n\n00:45.000 --> 01:40.000\nQuatre-vingt-dix-neuf verges\n\n01:40.000 --> 02:30.000\nLes poignées de main\n"},
}

// film has a video of the library play a film that an operator sends, with captions and chapters: POST /film. It answers
// with the video's id once it can be watched, and at once when asked again: sent once more it would take the place of the
// film that is being watched.
func (c *control) film(w http.ResponseWriter, _ *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var err error
	if c.made == 0 {
		c.made, err = c.scene.makeFilm(c.t)
	}
	answer(w, map[string]int64{"id": c.made}, err)
}

func (s *scene) makeFilm(t *testing.T) (int64, error) {
	ctx := within(t, 3*patience)
	footage := filmFootage()
	path, err := footage.Render(ctx)
	if err != nil {
		return 0, err
	}
	if _, err := s.server.Run(ctx, "vod", "upload", path, "--channel", channel, "--alias", filmAlias); err != nil {
		return 0, err
	}
	id, err := s.waitVideo(ctx, filmAlias, footage.Length)
	if err != nil {
		list, _ := s.server.Run(within(t, patience), "vod", "status", "--channel", channel)
		return 0, fmt.Errorf("%w; of uploads is said:\n%s", err, list)
	}
	for _, b := range besideFilm {
		if err := s.putBeside(t, b.what, b.language, b.text); err != nil {
			return 0, err
		}
	}
	return id, nil
}

// putBeside gives the film captions or chapters, in a language or for everybody.
func (s *scene) putBeside(t *testing.T, what, language, text string) error {
	path := filepath.Join(t.TempDir(), what+".vtt")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return err
	}
	verb := map[string]string{"captions": "add", "chapters": "set"}[what]
	_, err := s.server.Run(within(t, patience), "vod", what, verb, filmAlias, path, "--channel", channel, "--lang", language)
	return err
}

// waitVideo waits, as viewers see it, until a video of the library is as long as the film, and tells its id.
func (s *scene) waitVideo(ctx context.Context, alias string, length time.Duration) (id int64, err error) {
	c := stage.NewClient(s.server.URL, channel)
	if err := c.Open(ctx); err != nil {
		return 0, err
	}
	err = stage.Until(ctx, "the film is made", func() (bool, error) {
		var all []struct {
			ID       int64  `json:"id"`
			Alias    string `json:"alias"`
			Duration int64  `json:"duration"`
		}
		err := c.Get(ctx, "/api/vod-media-items", url.Values{"limit": {"100"}}, &all)
		for _, one := range all {
			if one.Alias == alias && one.Duration == int64(length.Seconds()) {
				id = one.ID
			}
		}
		return id != 0, err
	})
	return id, err
}
