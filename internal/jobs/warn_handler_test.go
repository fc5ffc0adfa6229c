package jobs

import (
	"bytes"
	"log/slog"
	"testing"
)

func TestOnlyWarningsAreLogged(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(warnHandler{slog.NewTextHandler(&out, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	})})
	for _, one := range []*slog.Logger{log, log.With("a", 1), log.WithGroup("g")} {
		one.Info("began")
		one.Warn("slow", "b", 2)
	}
	const want = "level=WARN msg=slow b=2\nlevel=WARN msg=slow a=1 b=2\nlevel=WARN msg=slow g.b=2\n"
	if out.String() != want {
		t.Errorf("logged %q", out.String())
	}
}
