package media

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media/playlist"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// screens remembers for a short while which addresses may be played in which networks. Its times
// are those of access: an address is renewed every accessKept while it is played.
type screens struct {
	ask     Screens
	answers *cache.TTL[Playing, *problem]
}

func newScreens(ask Screens, c clock.Clock) *screens {
	if ask == nil {
		return nil
	}
	s := &screens{ask: ask}
	s.answers = cache.NewTTL(cache.TTLOptions[Playing, *problem]{
		Load:         s.play,
		TTL:          func(p *problem) time.Duration { return answerKept(p == nil) },
		StaleIfError: &cache.StaleIfError[*problem]{If: isUnanswered, Extra: func(p *problem) time.Duration { return answerSpared(p == nil) }},
		MaxWeight:    maxAnswers, Clock: c,
	})
	return s
}

// play asks whether an address may be played; the refusal is nil if it may.
func (s *screens) play(ctx context.Context, p Playing) (*problem, error) {
	ctx, cancel := context.WithTimeout(ctx, accessWithin)
	defer cancel()
	err := s.ask.Play(ctx, p)
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		switch refused.Kind { //nolint:exhaustive // others are failures
		case fault.Conflict:
			return &problem{http.StatusConflict, refused.Code, refused.Detail}, nil
		case fault.Forbidden:
			return &problem{http.StatusForbidden, refused.Code, refused.Detail}, nil
		}
	}
	return nil, err
}

// refusal returns why a viewer may not play an address, nil if they may. The start of playback is
// always asked about: another address may have taken the place meanwhile.
func (s *screens) refusal(ctx context.Context, p Playing) (*problem, error) {
	clip := p.CutID != 0 && !p.Download
	if s == nil || p.UserID == 0 && !clip { // only users buy; clips are counted for visitors too
		return nil, nil
	}
	p.Starts = p.Starts && !clip // a clip needs no place
	if !p.Starts {
		return s.answers.Get(ctx, p)
	}
	refused, err := s.play(ctx, p)
	p.Starts = false
	if isUnanswered(err) {
		return s.answers.Get(ctx, p)
	}
	s.answers.Invalidate(p)
	return refused, err
}

// isUnanswered reports whether the database could not answer. Unlike questions about access, Play also writes, which
// fails on a full disk.
func isUnanswered(err error) bool { return db.Unanswered(err) || db.IsOutage(err) }

// ofFile is a refusal of a file. Media are refused as Forbidden: a proxy that asks about a signature
// (auth_request of nginx) knows no other refusal.
func (p problem) ofFile(file string) problem {
	if !strings.HasSuffix(file, ".m3u8") {
		p.status = http.StatusForbidden
	}
	return p
}

// isPlayback reports whether a file is a playlist, or media that one lists. Captions and small
// pictures are none: a page shows them before anything is played.
func isPlayback(file string) bool {
	if _, rest, ok := playlist.ParseRung(file); ok {
		file = rest
	}
	if _, ok := playlist.ParseFileName(file); ok || file == playlist.IFramesFile {
		return true
	}
	if _, ok := playlist.ParseVeiled(file); ok {
		return true
	}
	return isMedia(file)
}

// isMedia reports whether a file is media of a playlist, also of a cut that is not made yet: a segment, a part, or what both
// begin with.
func isMedia(file string) bool {
	file = strings.TrimPrefix(file, playlist.StretchFolder)
	if _, rest, ok := playlist.ParseRung(file); ok {
		file = rest
	}
	_, err := segment.ParseName(file)
	return err == nil
}

// startsPlayback reports whether a player asks for a file when it begins: the playlist that lists
// the others, or the playlist of the sound that is not asked for again.
func startsPlayback(r *http.Request, grant Grant, file string) bool {
	if grant.Sound {
		return file == playlist.AudioRewind.FileName() && !r.URL.Query().Has("_HLS_msn")
	}
	if kind, ok := playlist.ParseFileName(file); ok {
		return kind.Multivariant()
	}
	veiled, ok := playlist.ParseVeiled(file)
	return ok && veiled == playlist.VeiledWhole
}
