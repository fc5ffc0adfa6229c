package api

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/clock"
)

// discard is a connection that costs nothing, so that only the edge is measured.
type discard struct{ header http.Header }

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) WriteHeader(int)             {}
func (d *discard) Write(p []byte) (int, error) { return len(p), nil }

// BenchmarkEdge is what the edge adds to a call: kept bytes past the library, and a
// small value through it.
func BenchmarkEdge(b *testing.B) {
	a := &API{Deps: Deps{Log: slog.New(slog.DiscardHandler), Clock: clock.System{}, Channels: oneChannel{}}, mux: http.NewServeMux(), load: NewLoad(0, clock.System{})}
	a.edge = newEdge(a.Deps)
	a.huma = newHuma(a)
	kept, err := Encode(data(strings.Repeat("x", 50_000)))
	if err != nil {
		b.Fatal(err)
	}
	op := Operation{ID: "kept", Method: http.MethodGet, Path: "/api/kept", Tag: "bench", Summary: "Kept", Auth: AuthChannel, Cache: "public"}
	registerHot[struct{}](a, op, func(context.Context, Caller, *http.Request) (Encoded[Data[string]], error) { return kept, nil })
	op.ID, op.Path = "made", "/api/made"
	register(a, op, func(context.Context, Caller, *struct{}) (Data[string], error) { return data("small"), nil })
	handler := a.Edge(a)
	for _, path := range []string{"/api/kept", "/api/made"} {
		b.Run(path[5:], func(b *testing.B) {
			r, err := http.NewRequestWithContext(b.Context(), http.MethodGet, "http://home.example"+path, http.NoBody)
			if err != nil {
				b.Fatal(err)
			}
			r.RemoteAddr = "127.0.0.1:1"
			b.ReportAllocs()
			for b.Loop() {
				handler.ServeHTTP(&discard{http.Header{}}, r)
			}
		})
	}
}

// oneChannel is a channel that is found at no cost.
type oneChannel struct{}

func (oneChannel) ChannelByID(context.Context, int64) (Channel, error) { return Channel{ID: 1}, nil }

func (oneChannel) ChannelByKey(context.Context, string) (Channel, error) { return Channel{ID: 1}, nil }

func (oneChannel) ChannelByHost(context.Context, string) (Channel, error) { return Channel{ID: 1}, nil }
