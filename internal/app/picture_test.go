package app

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/riverqueue/river"

	"github.com/grandstand/grandstand/demo/packs"
	"github.com/grandstand/grandstand/internal/config"
	"github.com/grandstand/grandstand/internal/pack"
	"github.com/grandstand/grandstand/internal/site"
)

// TestPicturesOfAPackFitScreens applies an example and looks at what visitors are told
// of its pictures before and after the job ran.
func TestPicturesOfAPackFitScreens(t *testing.T) {
	ctx := t.Context()
	a, err := Open(ctx, config.Config{Data: t.TempDir(), Workers: 1}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	tree, err := packs.Pack("ironbell")
	if err != nil {
		t.Fatal(err)
	}
	p, err := pack.Read(tree, func(string) (string, bool) { return "", false })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pack.Apply(ctx, a.PackInstallation(), p, false); err != nil {
		t.Fatal(err)
	}
	edge, err := a.NewAPI()
	if err != nil {
		t.Fatal(err)
	}
	c, err := a.Channels.FindByKey(ctx, "ironbell")
	if err != nil {
		t.Fatal(err)
	}
	told := func() string {
		t.Helper()
		body, err := edge.Bootstrap(ctx, int64(c.ID), "en")
		if err != nil {
			t.Fatal(err)
		}
		return string(body)
	}
	if strings.Contains(told(), "data:image/gif") {
		t.Error("pictures are ready before the job ran")
	}
	runPictures(t, a)
	now := told()
	if !strings.Contains(now, "data:image/gif") {
		t.Error("no placeholder is told")
	}
	variants := regexp.MustCompile(`/media/public/(ironbell/[0-9a-f]+-\d+\.jpg) \d+w`).FindAllStringSubmatch(now, -1)
	if len(variants) < 3 {
		t.Fatalf("told of %d variants", len(variants))
	}
	for _, v := range variants {
		w := httptest.NewRecorder()
		a.Media.Handler().ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, "/media/public/"+v[1], nil))
		if w.Code != http.StatusOK || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %d, %q", v[1], w.Code, w.Header().Get("Cache-Control"))
		}
	}
	content := a.siteContent(edge)
	painted, err := content.Channel(ctx, "ironbell.localhost", "en")
	if err != nil {
		t.Fatal(err)
	}
	view, err := content.View(ctx, painted, site.Request{Path: "/", Kind: "home"})
	if err != nil || view.Hero == nil {
		t.Fatalf("%+v, %v", view, err)
	}
	if !strings.Contains(view.Hero.ImageSet, "-640.jpg 640w") || !strings.HasPrefix(string(view.Hero.Blur), "background:url(data:image/gif;base64,") {
		t.Errorf("the first paint has %q on %q", view.Hero.ImageSet, view.Hero.Blur)
	}
}

// runPictures runs the queue until a job that makes pictures is done.
func runPictures(t *testing.T, a *App) {
	t.Helper()
	done, cancel := a.queue.Subscribe(river.EventKindJobCompleted, river.EventKindJobFailed)
	defer cancel()
	if err := a.queue.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = a.queue.Stop(context.WithoutCancel(t.Context())) }()
	deadline := time.After(2 * time.Minute)
	for {
		select {
		case event := <-done:
			if event.Job.Kind != (makePicturesArgs{}).Kind() {
				continue
			}
			if event.Kind != river.EventKindJobCompleted {
				t.Fatalf("the job failed: %v", event.Job.Errors)
			}
			return
		case <-deadline:
			t.Fatal("the job never ran")
		}
	}
}
