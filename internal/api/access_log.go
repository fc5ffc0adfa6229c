package api

import (
	"context"
	"log/slog"
	"net/http"
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

// loggablePath hides the signed part of a media path, "/media/<token>/…", the secret of a
// calendar, "/feeds/favourites/<secret>.ics", a stream key, "/whip/<key>", and what opens an unlisted clip,
// "/share/<id>/<uuid>".
func loggablePath(path string) string {
	if strings.HasPrefix(path, "/feeds/") {
		return "/feeds/-"
	}
	if isOfEncoders(path) {
		return "/whip"
	}
	for _, page := range []string{"/share/", "/share_embed/"} {
		if rest, ok := strings.CutPrefix(path, page); ok {
			id, _, _ := strings.Cut(rest, "/")
			return page + id + "/-"
		}
	}
	rest, ok := strings.CutPrefix(path, "/media/")
	if !ok || strings.HasPrefix(rest, "public/") {
		return path
	}
	_, file, _ := strings.Cut(rest, "/")
	return "/media/-/" + file
}
