package app

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/media"
	vital "github.com/grandstand/grandstand/internal/media/ingest/health"
)

// StreamReport is a stream that is on, for whoever stands beside its encoder.
type StreamReport struct {
	Channel    string     `json:"channel"`
	Event      int64      `json:"event"`
	Name       string     `json:"name"`
	State      string     `json:"state"`
	Publishing bool       `json:"publishing"`
	Node       string     `json:"node,omitempty"`
	Until      *time.Time `json:"until,omitempty"` // when the event ends unless the encoder comes back
	// Encoder is what the encoder was like when it was last heard of; nil where nothing is known.
	Encoder *media.EncoderReport `json:"encoder,omitempty"`
	// Summary says what arrives, in a line.
	Summary string `json:"summary"`
	// Findings say what is wrong and what to do, the worst first.
	Findings []vital.Finding `json:"findings"`
}

// StreamStatus tells of all streams that are on, of one channel or, without a key, of all.
func (a *App) StreamStatus(ctx context.Context, channelKey string) ([]StreamReport, error) {
	channels, err := a.channelsOf(ctx, channelKey)
	if err != nil {
		return nil, err
	}
	reports := []StreamReport{}
	for _, c := range channels {
		on, err := a.Media.Encoders(ctx, actor.ForSystem(int64(c.ID)), int64(c.ID))
		if err != nil {
			return nil, err
		}
		for _, status := range on {
			name, err := a.nameOf(ctx, c, status.EventID)
			if err != nil {
				return nil, err
			}
			reports = append(reports, reportStream(c.Key, name, status, a.Clock.Now()))
		}
	}
	return reports, nil
}

func (a *App) channelsOf(ctx context.Context, key string) ([]*channel.Channel, error) {
	if key == "" {
		return a.Channels.List(ctx, actor.Actor{Role: actor.System})
	}
	c, err := a.channelOf(ctx, key)
	return []*channel.Channel{c}, err
}

// nameOf is what an event is called in its channel's first language.
func (a *App) nameOf(ctx context.Context, c *channel.Channel, event int64) (string, error) {
	e, err := a.Catalog.FindEvent(ctx, int64(c.ID), catalog.EventID(event))
	if err != nil {
		return "", err
	}
	ref, err := a.Catalog.Reference(ctx, int64(c.ID))
	if err != nil {
		return "", err
	}
	return ref.EventName(e, c.Settings.Words.Versus(c.Language), c.Language, c.Language), nil
}

// unheardAfter is when a report is old: its server writes one every eight seconds.
const unheardAfter = 25 * time.Second

func reportStream(channelKey, name string, s media.EncoderStatus, now time.Time) StreamReport {
	r := StreamReport{
		Channel: channelKey, Event: s.EventID, Name: name, State: string(s.State), Publishing: s.Publishing, Node: s.Node,
		Findings: []vital.Finding{},
	}
	known := !s.Report.At.IsZero()
	if known {
		r.Encoder = &s.Report
	}
	if !s.Until.IsZero() {
		r.Until = &s.Until
	}
	switch {
	case s.Publishing && (!known || s.Report.Closed != ""):
		r.Summary = "an encoder has just connected"
		r.Findings = append(r.Findings, sentAway(s)...)
	case s.Publishing && now.Sub(s.Report.At) > unheardAfter:
		r.Summary = "the server does not report"
		r.Findings = append(r.Findings, vital.Finding{Code: "server", Text: fmt.Sprintf(
			"The server %q has not reported for %.0f s. Is it running?", s.Node, now.Sub(s.Report.At).Seconds())})
	case s.Publishing:
		r.Summary = summary(s.Report)
		r.Findings = append(r.Findings, s.Report.Findings()...)
	default:
		r.Summary = "no encoder is connected"
		r.Findings = append(r.Findings, gone(s, now)...)
	}
	r.Findings = append(r.Findings, endedByOperator(s)...)
	return r
}

// endedByOperator returns a finding if an operator has ended the event: it names the way to continue.
func endedByOperator(s media.EncoderStatus) []vital.Finding {
	text := fmt.Sprintf("An operator ended the event. Encoders are refused. To let one continue it: grandstand stream reopen %d", s.EventID)
	switch {
	case s.EndRequestedAt.IsZero():
		return nil
	case s.Publishing:
		text = fmt.Sprintf("An operator has ended the event, but the server %q has not disconnected the encoder yet.", s.Node)
	}
	return []vital.Finding{{Code: "ended_by_operator", Text: text}}
}

// summary is what arrives, in a line.
func summary(r media.EncoderReport) string {
	picture := "no picture yet"
	if r.Width > 0 {
		picture = fmt.Sprintf("%dx%d, %.0f frames/s, key frame every %.1f s", r.Width, r.Height, r.FPS, r.KeyEvery)
	}
	sound := "without sound"
	if r.Sound {
		sound = fmt.Sprintf("sound %+.1f s", r.Drift)
	}
	return fmt.Sprintf("%s from %s: %s, %s, %s", r.Protocol, r.Remote, vital.Bits(r.Bitrate), picture, sound)
}

// gone says why an encoder is gone and what to do.
func gone(s media.EncoderStatus, now time.Time) []vital.Finding {
	found := sentAway(s)
	if wait := s.Until.Sub(now); wait > 0 {
		key := "same"
		if s.Report.Code == media.KeyReplaced {
			key = "new"
		}
		found = append(found, vital.Finding{Code: "gone", Text: fmt.Sprintf(
			"The encoder has disconnected. Start it again with the %s stream key within %.0f s, or the event ends.", key, wait.Seconds())})
	}
	return found
}

// sentAway says why the server ended the last encoder's connection, where it did. An encoder that
// connects again and again without a change is sent away each time.
func sentAway(s media.EncoderStatus) []vital.Finding {
	ordinary := []string{"", "ended", "lost", "event_over", "shutdown"}
	if s.Report.At.IsZero() || slices.Contains(ordinary, s.Report.Code) {
		return nil
	}
	return []vital.Finding{{Code: s.Report.Code, Text: fmt.Sprintf(
		"The server disconnected the encoder: %s.%s", s.Report.Closed, remedy(s.Report.Code))}}
}

// remedy is what to do about the reason for which an encoder was sent away.
func remedy(code string) string {
	switch code {
	case "codec":
		return " Set its video to H.264 and its sound to AAC-LC, or to Opus over WHIP."
	case media.KeyReplaced:
		return " Enter the new stream key in the encoder: grandstand stream key prints it."
	case "sound_channels":
		return " Set its sound to stereo."
	case "no_video":
		return " Check the camera's cable and the encoder's input."
	case "no_key_frame":
		return " Set the keyframe interval to 2 s with closed GOPs (IDR frames), without open GOP and intra refresh."
	case "silent":
		return " Check its connection, and start it again."
	case "excess":
		return " Lower its bitrate."
	case "storage", "error", "sound":
		return " The fault is on the server: look at its log."
	}
	return ""
}
