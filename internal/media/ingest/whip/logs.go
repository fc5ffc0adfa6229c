package whip

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/pion/logging"
)

// logs hands on what the WebRTC libraries say. It is about their own workings, so that all
// of it is for who looks for a fault in them.
type logs struct{ log *slog.Logger }

// NewLogger is part of logging.LoggerFactory.
func (l logs) NewLogger(scope string) logging.LeveledLogger {
	return scoped{l.log.With("protocol", "whip", "scope", scope)}
}

type scoped struct{ log *slog.Logger }

func (s scoped) say(text string) {
	s.log.DebugContext(context.Background(), "webrtc", "said", text)
}

func (s scoped) sayf(format string, values ...any) {
	if s.log.Enabled(context.Background(), slog.LevelDebug) {
		s.say(fmt.Sprintf(format, values...))
	}
}

// These are logging.LeveledLogger.

func (s scoped) Trace(string)                       {}
func (s scoped) Tracef(string, ...any)              {}
func (s scoped) Debug(string)                       {}
func (s scoped) Debugf(string, ...any)              {}
func (s scoped) Info(text string)                   { s.say(text) }
func (s scoped) Infof(format string, values ...any) { s.sayf(format, values...) }
func (s scoped) Warn(text string)                   { s.say(text) }
func (s scoped) Warnf(format string, values ...any) { s.sayf(format, values...) }
func (s scoped) Error(text string)                  { s.say(text) }
func (s scoped) Errorf(format string, v ...any)     { s.sayf(format, v...) }
