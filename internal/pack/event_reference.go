package pack

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/fault"
)

// eventReference is an event that a pack names, and the place of the name.
type eventReference struct {
	at    []string
	event string
}

// eventReferences returns the events that videos and slides name.
func (p *Pack) eventReferences() []eventReference {
	var out []eventReference
	for _, v := range p.State.Library.Videos {
		for i, part := range v.Media {
			if part.Event != "" { // videos are in another order than in the file
				out = append(out, eventReference{[]string{"library", "videos", "[" + v.Alias + "]", "media", strconv.Itoa(i), "event"}, part.Event})
			}
		}
	}
	for i, s := range p.State.Site.Slides {
		if s.Event != "" {
			out = append(out, eventReference{[]string{"site", "slides", strconv.Itoa(i), "event"}, s.Event})
		}
	}
	return out
}

func (p *Pack) eventProblem(r eventReference, format string, args ...any) Problem {
	var one Problems
	s := p.sources[r.at[0]]
	one.add(s.file, s.line(r.at[1:]), "event: "+format, args...)
	return one[0]
}

// CheckEvents checks the events that the pack names without an installation. The error is Problems: the events that schedule.csv does not
// have. unchecked are the events that only an installation can know, because they have a number or because the pack has no schedule.csv.
func (p *Pack) CheckEvents() (unchecked []Problem, err error) {
	var missing Problems
	for _, r := range p.eventReferences() {
		switch numbered := strings.HasPrefix(r.event, numberedEvent); {
		case p.scheduled[r.event]:
		case numbered:
			unchecked = append(unchecked, p.eventProblem(r, "%q was not checked: the pack does not contain it", r.event))
		case p.schedule == nil:
			unchecked = append(unchecked, p.eventProblem(r, "%q was not checked: the pack has no %s", r.event, scheduleFile))
		default:
			missing = append(missing, p.eventProblem(r, "%s has no event %q%s", scheduleFile, r.event, suggest(r.event, sortedKeys(p.scheduled))))
		}
	}
	return unchecked, missing.err()
}

// CheckStoredEvents is CheckEvents with an installation: an event may be in schedule.csv or on the channel.
func CheckStoredEvents(ctx context.Context, in Installation, p *Pack) error {
	site, err := in.findChannel(ctx, p.State.Channel.Key)
	if fault.KindOf(err) == fault.NotFound { // the channel has no events yet
		return in.requireEvents(ctx, 0, p, p.scheduled)
	}
	if err != nil {
		return err
	}
	return in.requireEvents(ctx, int64(site.Channel.ID), p, p.scheduled)
}

// requireEvents reports the events that the pack names and that are neither on the channel nor in scheduled. Inside a transaction it sees
// that transaction's own changes.
func (in Installation) requireEvents(ctx context.Context, channelID int64, p *Pack, scheduled map[string]bool) error {
	references := p.eventReferences()
	if len(references) == 0 {
		return nil
	}
	stored, err := in.Catalog.ExternalIDs(ctx, channelID)
	if err != nil {
		return err
	}
	known := targets{events: make(map[string]int64, len(stored))}
	for name, id := range stored {
		known.events[name] = int64(id)
	}
	var missing Problems
	for _, r := range references {
		if scheduled[r.event] || known.events[r.event] != 0 {
			continue
		}
		found, err := in.hasEvent(ctx, channelID, known.event(r.event)) // by its number
		if err != nil {
			return err
		}
		if !found {
			names := slices.Concat(sortedKeys(scheduled), sortedKeys(known.events))
			missing = append(missing, p.eventProblem(r, "the channel has no event %q%s", r.event, suggest(r.event, names)))
		}
	}
	return missing.err()
}

func (in Installation) hasEvent(ctx context.Context, channelID, id int64) (bool, error) {
	if channelID == 0 || id <= 0 {
		return false, nil
	}
	_, err := in.Catalog.FindEvent(ctx, channelID, catalog.EventID(id))
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	return err == nil, err
}
