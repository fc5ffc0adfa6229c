package channel

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

// PrerollKind says what the address of a pre-roll leads to.
type PrerollKind string

// Kinds of pre-rolls.
const (
	PrerollVideo PrerollKind = "video" // a film
	PrerollVAST  PrerollKind = "vast"  // an ad server that answers in VAST
)

// Preroll is an advertisement before a stream.
type Preroll struct {
	ID         int64
	Kind       PrerollKind // "" is a video
	URL        string      // of a video a key of public media or an https address; of VAST the https address that is asked
	Weight     int64       // how often it is chosen, relative to the others
	LocationID int64       // 0: anywhere
	Categories []int64     // event categories; none: all
	ForVOD     bool
	ForLive    bool
	Sponsor    string // whose it is, as people know them; may be empty
	ClickURL   string // where a press on a video leads, an https address; VAST brings its own
	SkipAfterS int64  // seconds after which it can be skipped, where VAST says nothing else; 0: never
	// MediaHosts are the hosts whose media a VAST answer may play, besides the one that is
	// asked; *.example.com are those below it.
	MediaHosts []string
}

// Limits of pre-rolls.
const (
	maxSponsor    = 80  // characters
	maxSkipAfterS = 600 // longer than any advertisement should be
	maxMediaHosts = 20
)

// mediaHost is a host as a Content-Security-Policy lists one: nothing in it may end the
// directive.
var mediaHost = text.NewPattern(`^(?:\*\.)?[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+(?::[0-9]{1,5})?$`)

// Validate reports what is wrong with a pre-roll.
func (pr Preroll) Validate() error {
	var p problems
	p.require(pr.URL != "", "url", "required", "Field is required")
	switch cmp.Or(pr.Kind, PrerollVideo) {
	case PrerollVideo:
		p.media(pr.URL, "url")
		p.require(!strings.HasPrefix(pr.URL, "https://") || hostOf(pr.URL) != "", "url", "invalid_media", "Write the key of a public file or an https address")
		p.require(len(pr.MediaHosts) == 0, "media_hosts", "invalid_host", "Only a pre-roll of the kind vast can have media hosts")
	case PrerollVAST:
		p.require(hostOf(pr.URL) != "", "url", "invalid_link", "The address of the ad server must begin with https://")
		p.require(pr.ClickURL == "", "click_url", "invalid_link", "A pre-roll of the kind vast has its own link. Leave click_url out")
	default:
		p.require(false, "kind", "invalid_kind", "The kind of a pre-roll must be video or vast")
	}
	p.require(pr.Weight >= 1 && pr.Weight <= 1_000, "weight", "out_of_range", "The weight must be between 1 and 1000")
	p.require(pr.ForVOD || pr.ForLive, "for_live", "required", "A pre-roll must be for live streams, for on-demand streams or for both")
	p.require(utf8.ValidString(pr.Sponsor) && !strings.ContainsRune(pr.Sponsor, 0) && utf8.RuneCountInString(pr.Sponsor) <= maxSponsor,
		"sponsor", "too_long", fmt.Sprintf("Field length must be less than %d", maxSponsor+1))
	p.require(pr.ClickURL == "" || text.IsLink(pr.ClickURL) && strings.HasPrefix(pr.ClickURL, "https://"), "click_url", "invalid_link", "The link of a pre-roll must begin with https://")
	p.require(pr.SkipAfterS >= 0 && pr.SkipAfterS <= maxSkipAfterS, "skip_after", "out_of_range", "The time before a pre-roll can be skipped must be at most 600 seconds")
	p.require(len(pr.MediaHosts) <= maxMediaHosts, "media_hosts", "too_many", fmt.Sprintf("At most %d values are allowed.", maxMediaHosts))
	for _, host := range pr.MediaHosts {
		p.require(mediaHost.MatchString(host), "media_hosts", "invalid_host", "A host must be a name such as cdn.example.com or *.example.com")
	}
	return p.err()
}

// hostOf is the host of an https address, with its port; "" of anything else, and of hosts
// that a policy could not list.
func hostOf(address string) string {
	if !text.IsLink(address) || !strings.HasPrefix(address, "https://") {
		return ""
	}
	u, err := url.Parse(address)
	if err != nil || u.User != nil {
		return ""
	}
	if host := strings.ToLower(u.Host); mediaHost.MatchString(host) && !strings.HasPrefix(host, "*") {
		return host
	}
	return ""
}

// Hosts are the hosts whose media a pre-roll may play; none of a file of our own.
func (pr Preroll) Hosts() []string {
	var hosts []string
	if host := hostOf(pr.URL); host != "" {
		hosts = append(hosts, host)
	}
	return append(hosts, pr.MediaHosts...)
}

// AdHosts are the hosts whose media the site's pre-rolls may play, in order.
func (s *Site) AdHosts() []string {
	var hosts []string
	for _, p := range s.Prerolls {
		hosts = append(hosts, p.Hosts()...)
	}
	slices.Sort(hosts)
	return slices.Compact(hosts)
}

// ReplacePrerolls writes the advertisements shown before streams.
func (s *Service) ReplacePrerolls(ctx context.Context, by actor.Actor, id ID, prerolls []Preroll) error {
	return s.change(ctx, by, id, func(ctx context.Context, tx bun.Tx) error {
		rows := make([]prerollRow, len(prerolls))
		for i, pr := range prerolls {
			row, err := newPrerollRow(id, pr)
			if err != nil {
				return err
			}
			rows[i] = row
		}
		err := replaceRows(ctx, tx, eachValid("prerolls", prerolls), "prerolls", id, rows)
		if db.IsForeignKey(err) {
			return fault.InvalidFields(fault.Field{Field: "location_id", Code: "unknown", Message: "Location not found"})
		}
		return err
	})
}

type prerollRow struct {
	bun.BaseModel `bun:"table:prerolls"`

	ID              int64 `bun:",pk,autoincrement"`
	ChannelID       ID
	Kind            PrerollKind
	URL             string
	Weight          int64
	LocationID      int64 `bun:",nullzero"`
	EventCategories string
	ForVOD          bool `bun:"for_vod"`
	ForLive         bool
	Sponsor         string
	ClickURL        string
	SkipAfterS      int64 `bun:"skip_after_s"`
	MediaHosts      string
}

func newPrerollRow(id ID, pr Preroll) (prerollRow, error) {
	categories, err := encode(append([]int64{}, pr.Categories...))
	if err != nil {
		return prerollRow{}, err
	}
	hosts, err := encode(append([]string{}, pr.MediaHosts...))
	if err != nil {
		return prerollRow{}, err
	}
	return prerollRow{
		ChannelID: id, Kind: cmp.Or(pr.Kind, PrerollVideo), URL: pr.URL, Weight: pr.Weight, LocationID: pr.LocationID, EventCategories: categories,
		ForVOD: pr.ForVOD, ForLive: pr.ForLive, Sponsor: pr.Sponsor, ClickURL: pr.ClickURL, SkipAfterS: pr.SkipAfterS, MediaHosts: hosts,
	}, nil
}

func (r prerollRow) preroll() (Preroll, error) {
	p := Preroll{
		ID: r.ID, Kind: r.Kind, URL: r.URL, Weight: r.Weight, LocationID: r.LocationID, ForVOD: r.ForVOD, ForLive: r.ForLive,
		Sponsor: r.Sponsor, ClickURL: r.ClickURL, SkipAfterS: r.SkipAfterS,
	}
	if err := json.Unmarshal([]byte(r.EventCategories), &p.Categories); err != nil {
		return Preroll{}, fmt.Errorf("decode pre-roll %d: %w", r.ID, err)
	}
	if err := json.Unmarshal([]byte(r.MediaHosts), &p.MediaHosts); err != nil {
		return Preroll{}, fmt.Errorf("decode pre-roll %d: %w", r.ID, err)
	}
	return p, nil
}

func readPrerolls(ctx context.Context, from bun.IDB, site *Site) error {
	var rows []prerollRow
	if err := selectPart(ctx, from, &rows, site.Channel.ID, "weight DESC"); err != nil {
		return err
	}
	for _, r := range rows {
		p, err := r.preroll()
		if err != nil {
			return err
		}
		site.Prerolls = append(site.Prerolls, p)
	}
	return nil
}
