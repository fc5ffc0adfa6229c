package api

import (
	"context"
	"log/slog"
	"net/http"
	"path"
	"strings"
	"time"
)

// slowCall is from when a success is worth a line at the usual level.
const slowCall = time.Second

// logRequest writes one line about a request: failures of ours at error, refusals
// (overload among them) and slow calls at info, everything else at debug, where it
// costs nothing unless asked for. No query is logged, for it may carry an api key, and no path that carries a
// signature.
func logRequest(ctx context.Context, log *slog.Logger, took time.Duration, w *response, r *http.Request, x *exchange) {
	if x.op != nil && x.op.stream != nil {
		took = 0 // it is meant to be long
	}
	level := levelOf(w.status, took)
	if x.cause != nil && w.status < http.StatusInternalServerError {
		level = slog.LevelError // it failed when half the answer was out
	}
	if !log.Enabled(ctx, level) {
		return
	}
	attrs := make([]slog.Attr, 0, 12)
	attrs = append(attrs,
		slog.String("request_id", x.id), slog.String("method", r.Method), slog.String("path", loggablePath(r.URL.Path)),
		slog.Int("status", w.status), slog.Int64("bytes", w.bytes), slog.Duration("took", took),
		slog.String("address", x.address.String()))
	if x.op != nil {
		attrs = append(attrs, slog.String("operation", x.op.ID))
	}
	if x.caller.Channel.ID != 0 {
		attrs = append(attrs, slog.Int64("channel_id", x.caller.Channel.ID))
	}
	if x.caller.Actor.UserID != 0 {
		attrs = append(attrs, slog.Int64("user_id", x.caller.Actor.UserID))
	}
	if x.code != "" {
		attrs = append(attrs, slog.String("code", x.code))
	}
	if x.cause != nil {
		attrs = append(attrs, slog.Any("error", x.cause))
	}
	log.LogAttrs(ctx, level, "request", attrs...)
}

func levelOf(status int, took time.Duration) slog.Level {
	switch {
	case status >= http.StatusInternalServerError && status != http.StatusServiceUnavailable:
		return slog.LevelError
	case status >= http.StatusBadRequest || took >= slowCall:
		return slog.LevelInfo
	default:
		return slog.LevelDebug
	}
}

// secretPath is a tree of paths that hold a secret. deploy/nginx.conf has the same list for its access log; a test compares
// both, and asks of each route with a variable part whether it belongs here.
type secretPath struct {
	prefix string
	hasID  bool   // an id comes between the prefix and the secret; it is logged
	rest   bool   // the path after the secret is logged
	logged string // instead of the prefix, the id and "-"
	except string // a tree below the prefix that is logged whole
}

var secretPaths = []secretPath{
	{prefix: "/media/public/stills/"},                    // the random part of a still's name, the only guard of a sold game's picture
	{prefix: "/media/", rest: true, except: publicMedia}, // the signature of an address
	{prefix: "/whip/", logged: "/whip"},                  // a stream key, or the name of an encoder's session
	{prefix: "/feeds/favourites/"},                       // the secret of a calendar
	{prefix: "/share/", hasID: true},                     // the UUID that opens an unlisted clip
	{prefix: "/share_embed/", hasID: true},               // the same
	{prefix: "/share_video/", hasID: true},               // the same
}

// loggablePath returns a path in its shortest form, without its secret.
func loggablePath(asked string) string {
	cleaned := path.Clean(asked)
	for _, s := range secretPaths {
		if s.except != "" && strings.HasPrefix(cleaned, s.except) {
			continue
		}
		if below, ok := strings.CutPrefix(cleaned, s.prefix); ok {
			return s.hide(below)
		}
	}
	return cleaned
}

// hide returns the path to log. below is the part after the prefix.
func (s secretPath) hide(below string) string {
	if s.logged != "" {
		return s.logged
	}
	shown := s.prefix
	if s.hasID {
		id, _, _ := strings.Cut(below, "/")
		shown += id + "/"
	}
	shown += "-"
	if _, file, ok := strings.Cut(below, "/"); ok && s.rest {
		shown += "/" + file
	}
	return shown
}
