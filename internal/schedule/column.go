package schedule

import (
	"slices"
	"strings"

	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/zone"
)

// Field is what a column holds.
type Field string

// Fields. Their names are the columns of our own files. The comments are the text of docs/PACK_FIELDS.md.
const (
	// ID is the name of the game for the next import, and in slides and videos. id:17 is the event with the number 17.
	// Values: text of up to 200 characters.
	// Default: the game is found by its day, sport and teams.
	ID Field = "id"
	// Date is the day of the game.
	// Values: 2026-11-28, today or today+3; [other forms](SCHEDULES.md).
	// Required.
	Date Field = "date"
	// Time is the time of the game.
	// Values: 19:00; [other forms](SCHEDULES.md).
	// Default: allowed for postponed, cancelled and tba games; only the day is shown then.
	Time Field = "time"
	// TimeZone is the zone of the time. Pages show the zone of the location.
	// Values: an IANA name, an abbreviation such as EST, PDT or HNE, or a name such as Eastern Time.
	// Default: the zone of the location, else of the channel.
	TimeZone Field = "time_zone"
	// Status is whether the game takes place: on, postponed (no new day yet), cancelled, or tba (the day is known, the time is not).
	// Default: on for a new game; a known game keeps its status.
	Status Field = "status"
	// Sport is the sport.
	// Values: an alias of categories.
	// Required.
	Sport Field = "sport"
	// Gender is the gender of the teams: M for men, W for women.
	// Default: not said.
	Gender Field = "gender"
	// Home is the team at home, or the side in the red corner.
	// Values: an alias of participants.
	Home Field = "home"
	// Away is the visiting team.
	// Values: an alias of participants.
	Away Field = "away"
	// Participants are all who take part, where there is no home side.
	// Values: aliases of participants with \| between them, up to 64.
	// Default: the teams of home and away.
	Participants Field = "participants"
	// Location is the place.
	// Values: an alias of locations.
	Location Field = "location"
	// Division is the division.
	// Values: an alias of divisions.
	Division Field = "division"
	// Group is the part of the competition.
	// Values: an alias of groups.
	Group Field = "group"
	// Access is who can watch: free everyone, register every user, paid buyers of the game or of a pass that covers it, ppv buyers of the game.
	// Default: free.
	Access Field = "access"
	// BasePrice is the price of the game without taxes. A game with a price is sold by the ticket of offers.yaml, the offer of the type event.
	// Values: an amount, such as 8.99.
	// Default: 0.
	BasePrice Field = "base_price"
	// ServiceFee is what viewers see as taxes, on top of the base price.
	// Values: an amount, such as 1.35.
	// Default: 0.
	ServiceFee Field = "service_fee"
	// Duration is the planned length in minutes.
	// Values: minutes, or minutes and seconds as 127:30; up to 30 days.
	// Default: the length is not known.
	Duration Field = "duration_min"
	// Featured is whether the home page shows the game first.
	// Default: no.
	Featured Field = "featured"
	// Image is the picture of the game.
	// Values: a path in the pack.
	Image Field = "image"
	// Embed is a page that shows the game, where the channel has no picture of its own.
	// Values: an https address of one of settings.embed_hosts, or /watch_embed/NUMBER.
	// Default: the channel's own player.
	Embed Field = "embed"
	// Name is the name of the game, where it is not "away @ home". name_fr is the French one.
	// Values: text of up to 200 characters.
	// Default: the names of the teams.
	Name Field = "name"
	// Description is a text about the game. description_fr is the French one.
	// Values: Markdown, up to 50,000 characters.
	Description Field = "description"
)

// Fields that only files of others have.
const (
	DateTime    Field = "date_time"
	EndDate     Field = "end_date"
	EndTime     Field = "end_time"
	EndDateTime Field = "end_date_time"
	Weekday     Field = "weekday"
	Game        Field = "game"      // both teams: "Lynx @ Tide"
	Team        Field = "team"      // whose schedule it is
	Opponent    Field = "opponent"  // of Team: "vs Lynx", "@ Lynx"
	HomeAway    Field = "home_away" // whether Team is at home
	Surface     Field = "surface"   // the field or rink of a location
	Number      Field = "number"    // a game's number in the source
	Notes       Field = "notes"
	Result      Field = "result" // ignored
)

// headers maps each field to its header synonyms, normalized by Key. The English "category" is our
// event category, which is a sport. The French "catégorie" is a sport's age division, such as M13.
var headers = map[Field][]string{
	Date: {
		"game date", "match date", "event date", "start date", "date of game", "day date", "date du match", "date de la partie", "date de debut", "jour date", "date partie", "date match",
	},
	Time: {
		"game time", "match time", "event time", "start time", "time of game", "puck drop", "kickoff", "kick off", "tip off", "tipoff", "first pitch", "local time", "heure", "heure du match",
		"heure de debut", "heure debut", "heure de la partie", "debut", "hour", "heure locale",
	},
	DateTime: {
		"datetime", "date and time", "start date and time", "start datetime", "start date time", "starts", "starts at", "start at", "start", "date et heure", "date heure", "date time start", "begin", "begins", "scheduled for",
	},
	EndDate:     {"end date", "date de fin", "finish date"},
	EndTime:     {"end time", "finish time", "heure de fin", "heure fin", "fin", "end", "ends"},
	EndDateTime: {"end date and time", "end date time", "end datetime", "ends at", "date et heure de fin"},
	Weekday:     {"day", "day of week", "jour", "jour de la semaine", "dow"},
	TimeZone:    {"timezone", "tz", "fuseau", "fuseau horaire", "zone"},
	Status:      {"game status", "match status", "event status", "statut", "etat", "statut du match", "state of game"},
	Sport:       {"activity", "discipline", "sport name", "activite", "category", "event category"}, //nolint:misspell // French
	Gender:      {"sex", "sexe", "genre", "gender sex"},
	Home: {
		"home team", "home team name", "hometeam", "local", "locaux", "domicile", "equipe a domicile", "equipe domicile", "equipe locale", "receveur", "equipe receveuse", "equipe hote", "hote", "host", "host team", "home name", "home club",
	},
	Away: {
		"away team", "away team name", "awayteam", "visitor", "visitors", "visiting team", "visitor team", "visitor name", "visiteur", "visiteurs", "equipe visiteuse", "equipe visiteur", "guest", "guest team", "away name", "away club", "visiting",
	},
	Participants: {"teams", "equipes", "competitors"},
	Game:         {"match", "game", "matchup", "match up", "contest", "fixture", "event", "event name", "game name", "rencontre", "affrontement", "partie", "matchs", "summary", "subject", "event title", "title", "titre", "evenement"},
	Team:         {"our team", "school", "ecole", "equipe", "team name", "nom de lequipe", "club"},
	Opponent:     {"opponents", "opposing team", "opp", "versus", "vs", "against", "adversaire", "contre", "opponent name", "opposition"},
	HomeAway:     {"h a", "home away", "home or away", "ha", "domicile visiteur", "d v", "dom ext", "home away neutral", "h a n", "home visitor", "domicile exterieur", "dom vis"},
	Location: {
		"venue", "site", "facility", "place", "arena", "rink", "stadium", "gym", "gymnasium", "ballpark", "park", "lieu", "endroit", "patinoire", "stade", "gymnase", "emplacement", "complexe", "game location", "venue name", "location name",
		"facility name", "site name", "event location", "lieu du match", "centre sportif", "field", "terrain", "where", "pool", "court", "diamond", "complex",
	},
	Surface:    {"subvenue", "sub venue", "subfacility", "surface", "ice", "ice surface", "sheet", "pad", "field name", "rink name", "court name", "field number", "rink number", "court number", "sub location", "glace", "plateau", "space", "resource", "ressource"},
	Division:   {"div", "age division", "classe", "age group", "categorie", "division name", "niveau", "level"},
	Group:      {"pool name", "groupe", "competition", "season phase", "tournament", "tournoi", "league", "ligue", "game type", "type de match"},
	Access:     {"acces"},
	BasePrice:  {"price", "prix", "ticket price", "prix du billet", "cost"},
	ServiceFee: {"fee", "fees", "frais", "frais de service"},
	Duration:   {"duration", "duree", "length", "minutes", "duration minutes", "duree min", "duration min", "duration mins"},
	Featured:   {"vedette", "en vedette"},
	Number: {
		"game number", "match number", "game id", "match id", "event id", "gameid", "matchid", "eventid", "game no", "match no", "no", "number", "numero", "numero de match", "numero de partie", "no de match", "no match", "no partie", "schedule id", "game code", "uid", "event number", "game num", "num", "number number", "number de match", "number de partie", "number match", "number partie",
	},
	Notes: {"note", "comments", "comment", "remarks", "commentaire", "commentaires", "remarque", "remarques", "notes commentaires", "additional info"},
	Result: {
		"results", "score", "scores", "final score", "final", "home score", "away score", "visitor score", "resultat", "resultats", "pointage", "pointage local", "pointage visiteur", "score final", "w l", "outcome", "home goals", "away goals", "buts locaux", "buts visiteurs", "win loss",
		"score domicile", "score visiteur", "resultat final", "points home", "points away",
	},
}

// ExportFields are the columns of our own files, in the order of an export.
func ExportFields() []Field {
	return []Field{
		ID, Date, Time, TimeZone, Status, Sport, Gender, Home, Away, Participants, Location, Division, Group,
		Access, BasePrice, ServiceFee, Duration, Featured, Image, Embed, Name, Description,
	}
}

// importOnlyFields are no columns of our own files. An answer can name them.
func importOnlyFields() []Field {
	return []Field{DateTime, EndDate, EndTime, EndDateTime, Weekday, Game, Team, Opponent, HomeAway, Surface, Number, Notes, Result}
}

// Fields are all fields.
func Fields() []Field { return append(ExportFields(), importOnlyFields()...) }

// Headers returns the synonyms of a field.
func Headers(field Field) []string { return slices.Clone(headers[field]) }

// signs replaces signs by words.
var signs = strings.NewReplacer("#", " number ", "№", " number ", "n°", " number ", "N°", " number ", "Nº", " number ", "nº", " number ", "&", " and ", "’", "", "'", "")

// Key folds a name for comparison: without case, accents or punctuation, and # or № becomes the
// word number.
func Key(s string) string {
	return strings.Join(text.Words(signs.Replace(Clean(s))), " ")
}

// FieldOf returns the field that a header names.
func FieldOf(header string) (Field, bool) {
	plain := strings.ToLower(Clean(header))
	if i := slices.Index(Fields(), Field(strings.ReplaceAll(plain, " ", "_"))); i >= 0 {
		return Fields()[i], true
	}
	bare, _ := cutParentheses(header)
	key := Key(bare)
	for _, field := range Fields() {
		if key != "" && (key == Key(string(field)) || slices.Contains(headers[field], key)) {
			return field, true
		}
	}
	return "", false
}

// cutParentheses splits "Time (ET)" into the name and what its parentheses say.
func cutParentheses(header string) (name, said string) {
	before, after, ok := strings.Cut(header, "(")
	if !ok || Clean(before) == "" {
		return header, ""
	}
	said, rest, _ := strings.Cut(after, ")")
	return before + rest, Clean(said)
}

// Column is a parsed header.
type Column struct {
	Header   string // as printed
	Field    Field
	Order    DateOrder // of its dates, "" where the header does not say it
	Zone     string    // of its times, "" where the header does not say it
	Currency string    // of its amounts, "" where the header does not say it
	Is24Hour bool      // its times are of 24 hours: "Time (24h)"
	Unread   string    // text in the parentheses with another meaning
}

// NewColumn reads a header such as "Date (DD/MM/YYYY)", "Time (EST)" or "Price (USD)".
func NewColumn(header string, field Field) Column {
	c := Column{Header: header, Field: field}
	_, said := cutParentheses(header)
	if said == "" {
		return c
	}
	if order, ok := orderOfPattern(said); ok {
		c.Order = order
	}
	if name, ok := zone.Canonical(said); ok && (strings.ToUpper(said) == said || strings.Contains(said, "/") || zone.IsAlias(said) && len(said) > 2) {
		c.Zone = name
	}
	if rest, currency := cutCurrency(strings.ToUpper(strings.ReplaceAll(said, " ", ""))); strings.Trim(rest, "$") == "" {
		c.Currency = currency
	}
	c.Is24Hour = strings.HasPrefix(said, "24")
	if c.Order == "" && c.Zone == "" && c.Currency == "" && !c.Is24Hour && !isTimePattern(said) {
		c.Unread = said
	}
	return c
}

// isTimePattern reports whether a text is a pattern such as HH:MM or MM/DD/YYYY HH:MM.
func isTimePattern(s string) bool {
	return strings.Contains(s, ":") && strings.Trim(strings.ToUpper(s), "HMSAPDJY:/-. ") == ""
}

// orderOfPattern reads a pattern such as MM/DD/YYYY or jj-mm-aaaa.
func orderOfPattern(s string) (DateOrder, bool) {
	var order strings.Builder
	for _, r := range strings.ToLower(s) {
		letter := map[rune]string{'d': "d", 'j': "d", 'm': "m", 'y': "y", 'a': "y"}[r]
		switch {
		case letter == "" && (r >= 'a' && r <= 'z'):
			return "", false
		case letter != "" && !strings.HasSuffix(order.String(), letter):
			order.WriteString(letter)
		}
	}
	found := DateOrder(order.String())
	return found, slices.Contains(DateOrders(), found)
}
