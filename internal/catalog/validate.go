package catalog

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/zone"
)

// Limits of what operators write.
const (
	maxName         = 200 // characters
	maxDescription  = 50_000
	maxParticipants = 64
	maxImages       = 10
	maxMoney        = 1_000_000_00 // minor units
	maxScore        = 100_000
)

var (
	aliasPattern   = text.NewPattern(`^[a-z0-9](?:[a-z0-9_-]{0,98}[a-z0-9])?$`)
	onlyDigits     = text.NewPattern(`^[0-9]+$`)
	codePattern    = text.NewPattern(`^[A-Z0-9]{0,5}$`)
	colorPattern   = text.NewPattern(`^(?:#[0-9a-fA-F]{6})?$`)
	countryPattern = text.NewPattern(`^(?:[A-Z]{2})?$`)
	mediaPattern   = text.NewPattern(`^[A-Za-z0-9][A-Za-z0-9._/-]{0,299}$`)
)

// problems collects what is wrong with a value, field by field.
type problems []fault.Field

func (p *problems) require(ok bool, field, code, message string) {
	if !ok {
		*p = append(*p, fault.Field{Field: field, Code: code, Message: message})
	}
}

func (p problems) err() error {
	if len(p) == 0 {
		return nil
	}
	return fault.InvalidFields(p...)
}

func (p *problems) within(t text.Text, field string, limit int) {
	for _, s := range t {
		p.line(s, field, limit)
	}
}

func (p *problems) line(s, field string, limit int) {
	p.require(utf8.ValidString(s) && !strings.ContainsRune(s, 0), field, "invalid_text", "The text contains a character that is not allowed. Save the file as UTF-8")
	p.require(utf8.RuneCountInString(s) <= limit, field, "too_long", fmt.Sprintf("Field length must be less than %d", limit+1))
}

func (p *problems) name(t text.Text, field string) {
	p.require(!t.IsEmpty(), field, "required", "Field is required")
	p.within(t, field, maxName)
}

// alias checks the word that addresses and filters use. One of digits alone would be
// taken for an id.
func (p *problems) alias(s string) {
	p.require(aliasPattern.MatchString(s) && !onlyDigits.MatchString(s), "alias", "invalid_alias",
		"An alias can have lower-case letters, digits and hyphens, but not only digits")
}

func (p *problems) color(s string) {
	p.require(colorPattern.MatchString(s), "color", "invalid_color", "Write a colour as #rrggbb")
}

func (p *problems) media(field string, list ...string) {
	p.require(len(list) <= maxImages, field, "too_many", fmt.Sprintf("At most %d values are allowed.", maxImages))
	for _, s := range list {
		p.require(s == "" || text.IsLink(s) || mediaPattern.MatchString(s) && !strings.Contains(s, ".."),
			field, "invalid_media", "Write the key of a public file or an https address")
	}
}

func (p *problems) zone(s string) {
	_, ok := zone.Canonical(s)
	p.require(ok, "time_zone", "invalid_time_zone", "The time zone must be a name such as America/Toronto")
}

func (p *problems) gender(g Gender) {
	p.require(g == NoGender || g == Men || g == Women, "gender", "invalid_value", "The gender must be M (men) or W (women), or left out")
}

func (p *problems) known(ok bool, field string) {
	p.require(ok, field, "unknown", "The channel has no such "+strings.ReplaceAll(strings.TrimSuffix(strings.TrimSuffix(field, "_id"), "s"), "_", " "))
}

func validateNamed(alias string, name text.Text) error {
	var p problems
	p.alias(alias)
	p.name(name, "name")
	return p.err()
}

// eventBounds are the years between which events take place: what is further away is
// a mistake of units.
var eventBounds = [2]time.Time{time.Date(1970, 1, 2, 0, 0, 0, 0, time.UTC), time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC)}

// validateEvent reports what is wrong with an event of a channel with reference r.
func validateEvent(e *Event, r *Reference) error {
	var p problems
	p.known(r.Category(e.CategoryID) != nil, "event_category_id")
	p.known(e.LocationID == 0 || r.Location(e.LocationID) != nil, "location_id")
	p.known(e.DivisionID == 0 || r.Division(e.DivisionID) != nil, "division_id")
	p.known(e.EventGroupID == 0 || r.EventGroup(e.EventGroupID) != nil, "group_id")
	validatePlayers(&p, e, r)
	p.require(slices.Contains([]Type{Free, Register, Paid, PPV}, e.Type), "type", "invalid_value", "The type must be free, register, paid or ppv")
	p.require(slices.Contains([]Status{Upcoming, Live, Finished}, e.Status), "status", "invalid_value", "The status must be upcoming, live or finished")
	p.require(slices.Contains(ScheduleStatuses(), e.ScheduleStatus), "schedule_status", "invalid_value",
		"The schedule status must be on, postponed, cancelled or tba")
	p.gender(e.Gender)
	p.require(!e.Name.IsEmpty() || len(e.Participants) > 0, "name", "required", "Field is required")
	p.within(e.Name, "name", maxName)
	p.within(e.Description, "description", maxDescription)
	p.require(e.StartAt.After(eventBounds[0]) && e.StartAt.Before(eventBounds[1]), "start_at", "out_of_range", "The start must be between 1970 and 2200")
	p.require(e.Duration >= 0 && e.Duration <= 30*24*time.Hour, "duration", "out_of_range", "The duration must be at most 30 days")
	p.zone(e.TimeZone)
	p.require(e.BasePrice >= 0 && e.BasePrice <= maxMoney, "base_price", "out_of_range", "The price must be 0 or more, and at most 1,000,000.00")
	p.require(e.ServiceFee >= 0 && e.ServiceFee <= maxMoney, "service_fee", "out_of_range", "The fee must be 0 or more, and at most 1,000,000.00")
	p.require(e.Currency == "USD" || e.Currency == "CAD", "currency", "invalid_currency", "The currency must be USD or CAD")
	p.line(e.ExternalID, "external_id", maxName)
	p.require(isEmbed(e.Embed), "embed", "invalid_link", "The address of an embedded page must begin with https://")
	validateImage(&p, e.Image)
	if e.Score != nil {
		validateScore(&p, *e.Score)
	}
	return p.err()
}

func validatePlayers(p *problems, e *Event, r *Reference) {
	p.require(len(e.Participants) <= maxParticipants, "participants", "too_many", fmt.Sprintf("At most %d values are allowed.", maxParticipants))
	p.require(len(unique(e.Participants)) == len(e.Participants), "participants", "duplicate", "The same participant is listed twice")
	for _, id := range e.Participants {
		p.known(r.Participant(id) != nil, "participants")
	}
	p.require(e.HomeID == 0 || slices.Contains(e.Participants, e.HomeID), "home_team_id", "invalid_value", "The home team must be one of the participants")
}

// maxAddress is how long an address may be, in bytes.
const maxAddress = 2000

var ownPlayer = text.NewPattern(`^` + ownPlayerPath + `[1-9][0-9]{0,17}$`)

// isEmbed accepts nothing, a player of the channel's own, or an https address. Which
// sites it may be of is the channel's to say, see channel.Settings.MayEmbed.
func isEmbed(s string) bool {
	return s == "" || ownPlayer.MatchString(s) || len(s) <= maxAddress && strings.HasPrefix(s, "https://") && text.IsLink(s)
}

func validateImage(p *problems, i Image) {
	p.media("image", i.Key)
	for width, key := range i.Widths {
		p.require(width > 0 && width <= 10_000, "image", "out_of_range", "The width of a picture must be between 1 and 10000")
		p.media("image", key)
	}
}

func validateScore(p *problems, s Score) {
	p.require(s.Away >= 0 && s.Away <= maxScore && s.Home >= 0 && s.Home <= maxScore, "score", "out_of_range", "A score must be between 0 and 100000")
	p.line(s.Period, "period", 20)
	p.line(s.Clock, "clock", 20)
	p.require(s.At.After(eventBounds[0]) && s.At.Before(eventBounds[1]), "at_ms", "out_of_range", "The time must be between 1970 and 2200")
}
