package jobs

import (
	"bytes"
	"log/slog"
	"testing"
)

func TestOnlyWhatIsAmissIsLogged(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(warnings{slog.NewTextHandler(&out, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	})})
	for _, one := range []*slog.Logger{log, log.With("a", 1), log.WithGroup("g")} {
		one.Info("began")
		one.Warn("amiss", "b", 2)
	}
	const want = "level=WARN msg=amiss b=2\nlevel=WARN msg=amiss a=1 b=2\nlevel=WARN msg=amiss g.b=2\n"
	if out.String() != want {
		t.Errorf("logged %q", out.String())
	}
}
