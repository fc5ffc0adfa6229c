package app

import (
	"context"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/api"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/site"
)

// clipFiles serves public clips as MP4 files under an address that does not expire: messengers keep the address that a
// page's head names. Each request is decided like a play of the clip.
type clipFiles struct {
	app       *App
	files     http.Handler
	addressOf func(*http.Request) netip.Addr
}

// ServeHTTP is part of http.Handler.
func (c clipFiles) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	signed, err := c.sign(r.Context(), r)
	if err != nil {
		c.fail(w, r, err)
		return
	}
	address, err := url.Parse(signed)
	if err != nil {
		c.fail(w, r, err)
		return
	}
	onward := r.Clone(r.Context())
	onward.URL.Path, onward.URL.RawPath, onward.URL.RawQuery = address.Path, "", address.RawQuery
	c.files.ServeHTTP(shownFile{w}, onward)
}

// sign finds the clip of a request and signs its file for the requesting network. A clip that is not public is NotFound.
func (c clipFiles) sign(ctx context.Context, r *http.Request) (string, error) {
	found, err := c.app.Channels.FindByDomain(ctx, r.Host)
	if err != nil {
		return "", err
	}
	channelID := int64(found.ID)
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	uuid, ok := strings.CutSuffix(r.PathValue("file"), ".mp4")
	if err != nil || !ok {
		return "", errNoClipFile()
	}
	// Without a UUID an official clip would be found by its number alone.
	one, err := c.app.Clips.Find(ctx, actor.Actor{ChannelID: channelID}, clip.ID(id), uuid)
	if err != nil {
		return "", err
	}
	if one.UUID != uuid {
		return "", errNoClipFile()
	}
	event, err := c.app.Catalog.FindEvent(ctx, channelID, catalog.EventID(one.EventID))
	if err != nil {
		return "", err
	}
	held, err := c.app.Clips.Hold(ctx, channelID, []*clip.Clip{one})
	if err != nil {
		return "", err
	}
	if !held[one.ID] || !site.HasClipFile(one, event) {
		return "", errNoClipFile()
	}
	viewer := api.MediaViewer{ChannelID: channelID, Address: c.addressOf(r)}
	file, err := c.app.Media.SignDownload(ctx, cutGrant(one.Cut, viewer), media.Source{CutID: media.CutID(one.Cut)}, one.Name)
	return file.URL, err
}

func errNoClipFile() error { return fault.NotFoundf("clip", "Clip not found.") }

func (c clipFiles) fail(w http.ResponseWriter, r *http.Request, err error) {
	w.Header().Set("Cache-Control", "no-store")
	switch {
	case fault.KindOf(err) == fault.NotFound, fault.KindOf(err) == fault.Conflict:
		http.Error(w, "Clip not found.", http.StatusNotFound)
	case r.Context().Err() != nil:
	default:
		c.app.Log.ErrorContext(r.Context(), "clip file not served", "error", err)
		w.Header().Set("Retry-After", "5")
		http.Error(w, "The clip cannot be read right now.", http.StatusServiceUnavailable)
	}
}

// shownFile is an answer that is shown in place instead of being offered as a download.
type shownFile struct{ http.ResponseWriter }

// WriteHeader is part of http.ResponseWriter.
func (s shownFile) WriteHeader(status int) {
	s.Header().Del("Content-Disposition")
	s.ResponseWriter.WriteHeader(status)
}

// Unwrap lets a http.ResponseController reach the connection.
func (s shownFile) Unwrap() http.ResponseWriter { return s.ResponseWriter }
