package kit

// Channel is the tenant itself: its brand, languages and colours.
type Channel struct {
	Key          string            `json:"key"`
	Domain       string            `json:"domain"`
	Name         Text              `json:"name"`
	Tagline      Text              `json:"tagline"`
	Description  Text              `json:"description"`
	Language     string            `json:"language"`
	Languages    []string          `json:"languages"`
	Currency     string            `json:"currency"`
	TimeZone     string            `json:"time_zone"`
	ContactEmail string            `json:"contact_email"`
	Logo         string            `json:"logo"`
	LogoMark     string            `json:"logo_mark"`
	Favicon      string            `json:"favicon"`
	FaviconPNG   map[string]string `json:"favicon_png"` // by edge length in pixels
	SocialImage  string            `json:"social_image"`
	Colors       map[string]string `json:"colors"`
	Settings     Settings          `json:"settings"`
	StaticBlocks map[string]Text   `json:"static_blocks"` // HTML
	Users        []User            `json:"users"`
	Password     string            `json:"password"` // of every user in Users
}

// Settings are the channel's switches.
type Settings struct {
	Auth struct {
		RemoteAuth int `json:"remote_auth"`
	} `json:"auth"`
	GoogleTag          string `json:"google_tag"`
	AnalyticsKey       string `json:"analytics_key"`
	PrerollSuppression int    `json:"preroll_suppression_s"` // seconds
	// EmbedParents are the sites that may show the channel's players.
	EmbedParents      []string `json:"embed_parents"`
	ConcurrentStreams int64    `json:"concurrent_streams"`
}

// User is an account of the demo. Owns lists what it has bought, as
// "subscription:<key>" or "package:<key>".
type User struct {
	Email     string   `json:"email"`
	FirstName string   `json:"first_name"`
	LastName  string   `json:"last_name"`
	Role      string   `json:"role"` // "user" or "operator"
	Language  string   `json:"language"`
	Owns      []string `json:"owns"`
}

// Gender is a value of a team's gender property, "M" or "W".
type Gender struct {
	ID    string `json:"id"`
	Title Text   `json:"title"`
}

// Tag is a division or a group of events.
type Tag struct {
	Key   string `json:"key"`
	Alias string `json:"alias"`
	Name  Text   `json:"name"`
}

// Sport is an event category with what the schedule needs to know of it: where
// and when its games are played, what they cost and what a score looks like.
type Sport struct {
	Key        string          `json:"key"`
	Alias      string          `json:"alias"`
	Title      Text            `json:"title"`
	Color      string          `json:"color"`
	Image      string          `json:"image"`
	Genders    []string        `json:"genders"` // empty: no games this season
	Label      map[string]Text `json:"label"`   // by gender: "Men’s hockey"
	Venue      string          `json:"venue"`   // Location.Kind its games use
	Weekdays   []int           `json:"weekdays"`
	StartLocal []string        `json:"start_local"` // "HH:MM" at the venue
	DurationS  []int           `json:"duration_s"`
	Price      Price           `json:"price"`
	PPVPrice   Price           `json:"ppv_price"`
	Score      ScoreWords      `json:"score"`
}

// Price is in minor units; what a buyer pays is the sum.
type Price struct {
	BasePrice  int64 `json:"base_price"`
	ServiceFee int64 `json:"service_fee"`
}

// ScoreWords are a sport's vocabulary: the names of its periods, which way its
// clock runs ("down", "up", "none"), and final scores a game could end with,
// winner first.
type ScoreWords struct {
	Clock      string   `json:"clock"`
	PeriodS    int      `json:"period_s"`
	Periods    []Period `json:"periods"` // the last is the extra one
	Final      Text     `json:"final"`
	FinalExtra Text     `json:"final_extra"`
	Results    [][2]int `json:"results"`
}

// Period is one part of a game.
type Period struct {
	Key   string `json:"key"`
	Label Text   `json:"label"`
}

// School is a participant group.
type School struct {
	Key         string `json:"key"`
	Alias       string `json:"alias"`
	Name        Text   `json:"name"`
	ShortName   string `json:"short_name"`
	Code        string `json:"code"`
	Nickname    string `json:"nickname"`
	Color       string `json:"color"`
	Color2      string `json:"color_2"`
	OnColor     string `json:"on_color"`
	Division    string `json:"division"`
	City        Text   `json:"city"`
	State       Text   `json:"state"` // as written after a city in both languages: "ON"
	StateName   Text   `json:"state_name"`
	StateCode   string `json:"state_code"`
	Country     string `json:"country"`
	CountryCode string `json:"country_code"`
	TimeZone    string `json:"time_zone"`
	Crest       struct {
		Shape   string `json:"shape"`
		Pattern string `json:"pattern"`
	} `json:"crest"`
	Image string `json:"image"` // crest, SVG
	Tile  string `json:"tile"`  // picture for menus, WebP
}

// Team is a participant: one school's squad in one sport.
type Team struct {
	Key       string `json:"key"`
	Alias     string `json:"alias"`
	School    string `json:"school"`
	Sport     string `json:"sport"`
	Gender    string `json:"gender"`
	Name      Text   `json:"name"`
	ShortName string `json:"short_name"`
	Code      string `json:"code"`
	Color     string `json:"color"`
	OnColor   string `json:"on_color"`
	Image     string `json:"image"`
}

// Location is a venue. Kind is "rink", "gym" or "field".
type Location struct {
	Key       string `json:"key"`
	School    string `json:"school"`
	Kind      string `json:"kind"`
	Name      Text   `json:"name"`
	City      Text   `json:"city"`
	State     Text   `json:"state"`
	StateCode string `json:"state_code"`
	Country   string `json:"country"`
	TimeZone  string `json:"time_zone"`
}

// Still is a drawn picture of two schools' teams in a sport. File is 800 pixels
// wide; Hero, where not empty, is the same scene 1600 wide.
type Still struct {
	Key   string `json:"key"`
	Sport string `json:"sport"`
	Away  string `json:"away"`
	Home  string `json:"home"`
	File  string `json:"file"`
	Hero  string `json:"hero"`
}

// Question is one entry of the FAQ. Answer is HTML.
type Question struct {
	Category Text `json:"category"`
	Question Text `json:"question"`
	Answer   Text `json:"answer"`
}

// Form is a form of the channel's own. Intro is HTML.
type Form struct {
	Alias   string      `json:"alias"`
	Title   Text        `json:"title"`
	Intro   Text        `json:"intro"`
	Submit  Text        `json:"submit"`
	Success Text        `json:"success"`
	Fields  []FormField `json:"fields"`
}

// FormField is one question of a form. Type is "text", "email", "phone", "select",
// "checkbox" or "textarea"; lengths are in characters.
type FormField struct {
	Name      string       `json:"name"`
	Type      string       `json:"type"`
	Label     Text         `json:"label"`
	Required  bool         `json:"required"`
	MinLength int          `json:"min_length"`
	MaxLength int          `json:"max_length"`
	Options   []FormOption `json:"options"` // of a select
}

// FormOption is one choice of a select.
type FormOption struct {
	Value string `json:"value"`
	Label Text   `json:"label"`
}

// MenuItem is an entry of the main menu. Children is "categories" or "groups"
// where the entry opens a list of all of them.
type MenuItem struct {
	Key      string `json:"key"`
	Type     string `json:"type"`
	URL      string `json:"url"`
	Title    Text   `json:"title"`
	Children string `json:"children"`
}

// Slide is a large picture with a text. Event is "live", "recording:<index>"
// or empty; Slidable is the key of the category, group or participant it
// belongs to, by SlidableType.
type Slide struct {
	Key          string `json:"key"`
	SlidableType string `json:"slidable_type"`
	Slidable     string `json:"slidable"`
	Event        string `json:"event"`
	Image        string `json:"image"`
	Title        Text   `json:"title"`
	Text         Text   `json:"text"`
	Button       Text   `json:"button"`
	URL          string `json:"url"`
}

// Page is a channel page. File names its HTML per language.
type Page struct {
	Key     string `json:"key"`
	URL     string `json:"url"`
	AltName string `json:"alt_name"`
	Name    Text   `json:"name"`
	File    Text   `json:"file"`
}
