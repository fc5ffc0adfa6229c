package api

import (
	"log/slog"
	"net/http"
	"time"
)

// NewServer returns the public listener's server with limits for clients that send
// slowly. Reading a body and writing an answer are bounded by each handler, since a
// media segment on a slow line may rightly take minutes.
func NewServer(handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
}
