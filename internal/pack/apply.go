package pack

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media"
)

// Database runs transactions that the domains' own join.
type Database interface {
	InTx(ctx context.Context, fn func(ctx context.Context, tx bun.Tx) error) error
}

// PublicMedia keeps what anybody may fetch, by its key.
type PublicMedia interface {
	PutPublic(ctx context.Context, key string, content []byte, contentType string) error
	ReadPublic(ctx context.Context, key string) ([]byte, error)
}

// Pictures makes what was brought fit the screens, after the transaction.
type Pictures interface {
	// Reserve announces what is about to be put into public media.
	Reserve(ctx context.Context, channelID int64, keys []string) error
	Want(ctx context.Context, channelID int64, keys []string) error
}

// errDryRun ends the transaction of a dry run.
var errDryRun = errors.New("dry run")

// Apply makes the pack's channel be what the pack says, all of it or nothing, and
// returns what that changed: nothing the second time. A channel that is not there yet is
// created. A dry run does everything and takes it back.
func Apply(ctx context.Context, in Installation, p *Pack, dryRun bool) ([]Change, error) {
	if !dryRun {
		// First, so that no visitor is ever sent to a picture that is not there. One that
		// nothing refers to in the end does no harm.
		if err := in.putMedia(ctx, p); err != nil {
			return nil, err
		}
	}
	cuts, err := in.cutFilms(ctx, p, dryRun)
	if err != nil {
		return nil, err
	}
	var changes []Change
	err = in.DB.InTx(ctx, func(ctx context.Context, _ bun.Tx) error {
		var err error
		if changes, err = in.write(ctx, p, cuts); err != nil {
			return err
		}
		if dryRun {
			return errDryRun
		}
		return nil
	})
	if err != nil && !errors.Is(err, errDryRun) {
		return nil, err
	}
	return changes, nil
}

func (in Installation) putMedia(ctx context.Context, p *Pack) error {
	known := map[string]bool{}
	now, err := in.read(ctx, p.State.Channel.Key)
	switch {
	case err == nil:
		walk(&now.state, func(_ []string, v reflect.Value) {
			if f, ok := v.Interface().(File); ok {
				known[string(f)] = true
			}
		})
	case fault.KindOf(err) != fault.NotFound:
		return err
	}
	missing := maps.Clone(p.media)
	maps.DeleteFunc(missing, func(key string, _ medium) bool { return known[key] })
	if now != nil { // a channel that is still to be made has nothing that could be leaving
		if err := in.reservePictures(ctx, int64(now.id), p.media); err != nil {
			return err
		}
	}
	return in.putAll(ctx, missing)
}

func (in Installation) putAll(ctx context.Context, media map[string]medium) error {
	for _, key := range sortedKeys(media) {
		if err := in.Media.PutPublic(ctx, key, media[key].content, media[key].contentType); err != nil {
			return fmt.Errorf("keep %s: %w", key, err)
		}
	}
	return nil
}

// write brings a channel to what a pack says and returns what was different. It reads
// the channel back at the end: what the database could not keep would come back as a
// difference at every call.
func (in Installation) write(ctx context.Context, p *Pack, cuts map[string]media.LooseFilm) ([]Change, error) {
	now, err := in.find(ctx, &p.State)
	if err != nil {
		return nil, err
	}
	want := p.State.resolve(now, in.Clock.Now())
	if err := in.keepDomain(ctx, now, want); err != nil {
		return nil, err
	}
	changes := diff(now.withoutOwn(want), want)
	scheduled, err := in.writeParts(ctx, now, p, want, cuts, changes)
	if err != nil {
		return nil, err
	}
	after, err := in.read(ctx, want.Channel.Key)
	if err != nil {
		return nil, err
	}
	if left := diff(after.withoutOwn(want), want); len(left) > 0 {
		return nil, fmt.Errorf("the channel would differ from the pack: %s", left[0])
	}
	return append(changes, scheduled...), in.wantPictures(ctx, int64(after.id), p.media)
}

// keepDomain refuses to remove the last domain of a channel with subscriptions that renew. Its users could no longer reach the site to
// cancel them.
func (in Installation) keepDomain(ctx context.Context, now *stored, want *State) error {
	if len(now.state.Channel.Domains) == 0 || len(want.Channel.Domains) > 0 {
		return nil
	}
	n, err := in.Commerce.CountRenewing(ctx, int64(now.id))
	if err != nil || n == 0 {
		return err
	}
	return fault.New(fault.Conflict, "subscriptions_renew", fmt.Sprintf(
		"The channel must keep a domain: %d of its subscriptions renew, and users could not cancel them. End them at the payment provider first.", n))
}

func (in Installation) reservePictures(ctx context.Context, channelID int64, media map[string]medium) error {
	if in.Pictures == nil {
		return nil
	}
	return in.Pictures.Reserve(ctx, channelID, sortedKeys(media))
}

func (in Installation) wantPictures(ctx context.Context, channelID int64, media map[string]medium) error {
	if in.Pictures == nil {
		return nil
	}
	return in.Pictures.Want(ctx, channelID, sortedKeys(media))
}

// find reads the channel; one that is not there is empty.
func (in Installation) find(ctx context.Context, want *State) (*stored, error) {
	now, err := in.read(ctx, want.Channel.Key)
	if fault.KindOf(err) == fault.NotFound {
		return &stored{}, nil
	}
	return now, err
}

// writeParts writes the parts that differ, what is referred to before what refers to
// it, and returns what the schedule changed.
func (in Installation) writeParts(ctx context.Context, now *stored, p *Pack, want *State, cuts map[string]media.LooseFilm, changes []Change) ([]Change, error) {
	by := actor.ForSystem(int64(now.id))
	id, err := in.writeChannel(ctx, by, now.id, want, changes)
	if err != nil {
		return nil, fmt.Errorf("write the channel: %w", err)
	}
	// Offers and promo codes are stored with the channel's currency. They, and videos, are stored with moments of its time zone.
	converts := touches(changes, "channel.currency") || touches(changes, "channel.time_zone")
	adopts := slices.ContainsFunc(want.Coupons, func(c Coupon) bool { return now.ownCoupons[c.Alias] })
	var scheduled, known []Change
	for _, part := range []struct {
		path  string
		write func() error
	}{
		{"channel.secrets", func() error { return in.Channels.ReplaceSecrets(ctx, by, id, want.Channel.secrets()) }},
		{"catalog", func() error { return in.Catalog.Replace(ctx, by, int64(id), want.Catalog.wanted()) }},
		{"pages", func() error { return in.Channels.ReplacePages(ctx, by, id, pagesOf(want.Pages)) }},
		{"offers", func() error { return in.replaceOffers(ctx, by, id, want) }},
		{"coupons", func() error { return in.replaceCoupons(ctx, by, id, want) }},
		{"schedule", func() (err error) { scheduled, err = in.applySchedule(ctx, p); return err }},
		{"events", func() error { return in.requireEvents(ctx, int64(id), p, nil) }},
		{"library", func() (err error) { known, err = in.replaceLibrary(ctx, by, id, want, cuts); return err }},
		{"forms", func() error { return in.Channels.ReplaceForms(ctx, by, id, formsOf(want.Forms)) }},
		{"faq", func() error { return in.Channels.ReplaceFAQ(ctx, by, id, questionsOf(want.FAQ)) }},
		{"site", func() error { return in.replaceSite(ctx, by, id, want) }},
	} {
		always := slices.Contains([]string{"schedule", "events", "library"}, part.path) // what they refer to changes by itself
		converted := converts && (part.path == "offers" || part.path == "coupons")
		if !always && !converted && !touches(changes, part.path) && (!adopts || part.path != "coupons") {
			continue
		}
		err := part.write()
		if problems, ok := errors.AsType[Problems](err); ok { // they name the file and the line
			return nil, problems
		}
		if err != nil {
			return nil, fmt.Errorf("write %s: %w", strings.ReplaceAll(part.path, ".", "'s "), err)
		}
	}
	if touches(changes, "library") || converts {
		known = nil // told already
	}
	return append(scheduled, known...), nil
}

func (in Installation) writeChannel(ctx context.Context, by actor.Actor, id channel.ID, want *State, changes []Change) (channel.ID, error) {
	c := want.Channel.channel()
	c.ID = id
	if id == 0 {
		return in.Channels.Create(ctx, by, c)
	}
	if !touches(changes, "channel") {
		return id, nil
	}
	return id, in.Channels.Update(ctx, by, c)
}

// applySchedule brings in the pack's schedule. Events that are no longer in it stay:
// somebody may have bought them.
func (in Installation) applySchedule(ctx context.Context, p *Pack) ([]Change, error) {
	if p.schedule == nil {
		return nil, nil
	}
	picture := func(name string) (File, error) { return p.pictures[name], nil }
	n, err := in.importEvents(ctx, p.State.Channel.Key, p.schedule, scheduleFile, picture, ImportOptions{own: true})
	if err != nil {
		return nil, err
	}
	var changes []Change
	if n.Created > 0 {
		changes = append(changes, Change{Kind: Added, Path: fmt.Sprintf("schedule: %d events", n.Created)})
	}
	if n.Updated > 0 {
		changes = append(changes, Change{Kind: Changed, Path: "schedule", Old: fmt.Sprintf("%d events", n.Updated), New: "as the file says"})
	}
	return changes, nil
}

func (in Installation) replaceOffers(ctx context.Context, by actor.Actor, id channel.ID, want *State) error {
	now, err := in.read(ctx, want.Channel.Key)
	if err != nil {
		return err
	}
	products, dates := make([]commerce.Package, len(want.Offers)), want.Channel.calendar(in.Clock.Now())
	for i, o := range want.Offers {
		products[i] = o.product(want.Channel.Currency, dates, now.targets)
	}
	return in.Commerce.Replace(ctx, by, int64(id), products)
}

// replaceSite writes what refers to the catalogue and the pages, which are there by now.
func (in Installation) replaceSite(ctx context.Context, by actor.Actor, id channel.ID, want *State) error {
	now, err := in.read(ctx, want.Channel.Key)
	if err != nil {
		return err
	}
	menu := make([]channel.MenuItem, len(want.Site.Menu))
	for i, m := range want.Site.Menu {
		menu[i] = m.item(now.targets)
	}
	if err := in.Channels.ReplaceMenu(ctx, by, id, menu); err != nil {
		return err
	}
	slides := make([]channel.Slide, len(want.Site.Slides))
	for i, s := range want.Site.Slides {
		slides[i] = s.slide(now.targets)
	}
	if err := in.Channels.ReplaceSlides(ctx, by, id, slides); err != nil {
		return err
	}
	prerolls := make([]channel.Preroll, len(want.Site.Prerolls))
	for i, p := range want.Site.Prerolls {
		prerolls[i] = p.preroll(now.targets)
	}
	return in.Channels.ReplacePrerolls(ctx, by, id, prerolls)
}

func pagesOf(pages []Page) []channel.Page {
	out := make([]channel.Page, len(pages))
	for i, p := range pages {
		out[i] = p.page()
	}
	return out
}

func formsOf(forms []Form) []channel.Form {
	out := make([]channel.Form, len(forms))
	for i, f := range forms {
		out[i] = f.form()
	}
	return out
}

func questionsOf(questions []Question) []channel.Question {
	out := make([]channel.Question, len(questions))
	for i, q := range questions {
		out[i] = q.question()
	}
	return out
}
