package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/app"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

func TestAdCheck(t *testing.T) {
	for engine, dsn := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteDSN, "postgres": dbtest.PostgresDSN} {
		t.Run(engine, func(t *testing.T) {
			c := newConsole(t, dsn(t))
			c.fails(`no channel "south"`, "ad", "check", "south")
			c.says("north has no pre-rolls.\n", "ad", "check", "north")
			folder := t.TempDir()
			for name, content := range map[string]string{"channel.yaml": manifest, "site.yaml": `prerolls:
  - {file: "https://films.example/bank.mp4", weight: 2, live: true, vod: false, sponsor: Halyard Mutual}
  - {vast: "https://127.0.0.1/tag?account=secret", weight: 1, live: true, vod: false, media_hosts: ["*.adcdn.example"]}
`} {
				if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			c.says("north", "channel", "apply", folder)
			out, err := c.run([]string{"ad", "check", "north"})
			want := []string{
				", Halyard Mutual\n  It plays https://films.example/bank.mp4\n", ", no sponsor, asks 127.0.0.1, also shows films of *.adcdn.example\n",
				"  ! It plays nothing (no_answer). The ad server cannot be reached: its address is not on the public internet.\n",
			}
			for _, part := range want {
				if !strings.Contains(out, part) {
					t.Errorf("there is no %q in %s", part, out)
				}
			}
			if err == nil || err.Error() != "1 of 2 pre-rolls play nothing now" || strings.Contains(out, "secret") || strings.Count(out, "\n") != 4 {
				t.Errorf("%s, %v", out, err)
			}
			c.says(`"reason": "no_answer"`, "ad", "check", "north", "--json")
		})
	}
}

func TestAdCheckInADemo(t *testing.T) {
	c := newConsole(t, dbtest.SQLiteDSN(t))
	folder := t.TempDir()
	for name, content := range map[string]string{"channel.yaml": manifest, "site.yaml": `prerolls:
  - {vast: "https://ads.grandstand.invalid/vast?sponsor=blackspruce", weight: 1, live: true, vod: false}
`} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c.says("north", "channel", "apply", folder)
	if out, err := c.run([]string{"ad", "check", "north"}); err == nil || !strings.Contains(out, "no_answer") {
		t.Errorf("the ad server of the demo answers an installation that is no demo: %s, %v", out, err)
	}
	if err := os.WriteFile(filepath.Join(c.data, "demo.json"), []byte(`{"complete":true}`), 0o600); err != nil {
		t.Fatal(err)
	}
	c.says("Blackspruce Outfitters, asks ads.grandstand.invalid\n  It plays /media/public/", "ad", "check", "north")
}

func TestAdIsPrinted(t *testing.T) {
	var out bytes.Buffer
	printAd(&environment{stdout: &out}, app.AdReport{
		Preroll: 3, Sponsor: "Blackspruce Outfitters", Server: "ads.example", Film: "https://ads.example/hd.mp4", Width: 1280, Height: 720, Duration: 8.5,
		PassedOver: []app.PassedOver{
			{Reason: "not_linear", Explanation: "The ad is not a linear video. Only linear videos are shown."},
			{Film: "https://ads.example/a.webm", Reason: "type", Explanation: "The film has the type video/webm. Only video/mp4 is shown."},
		},
	})
	want := `Pre-roll 3, Blackspruce Outfitters, asks ads.example
  It plays https://ads.example/hd.mp4, 1280 by 720 pixels, 8.5 s
  - an ad (not_linear): The ad is not a linear video. Only linear videos are shown.
  - https://ads.example/a.webm (type): The film has the type video/webm. Only video/mp4 is shown.
`
	if out.String() != want {
		t.Errorf("%s", out.String())
	}
}
