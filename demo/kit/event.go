package kit

import "io/fs"

// Media lists the videos.
type Media struct {
	Live     Clip      `json:"live"`
	Clips    []Clip    `json:"clips"`
	Prerolls []Preroll `json:"prerolls"`
}

// Clip is a game on video: H.264 and AAC in MP4, no B-frames, a key frame every
// two seconds. Away and Home are schools; Timeline is read by [LoadTimeline].
type Clip struct {
	Key      string `json:"key"`
	Sport    string `json:"sport"`
	Gender   string `json:"gender"`
	Away     string `json:"away"`
	Home     string `json:"home"`
	File     string `json:"file"`
	Timeline string `json:"timeline"`
	Location string `json:"location"`
}

// Preroll is a sponsor message shown before a game. Empty Sports: every sport. With VAST
// the demo's ad server is asked for the film.
type Preroll struct {
	Key        string   `json:"key"`
	File       string   `json:"file"`
	Sponsor    string   `json:"sponsor"`
	VAST       bool     `json:"vast"`
	Click      string   `json:"click"`
	SkipAfterS int      `json:"skip_after_s"` // seconds
	Weight     int      `json:"weight"`
	Location   string   `json:"location"`
	Sports     []string `json:"sports"`
	ForVOD     bool     `json:"for_vod"`
	ForLive    bool     `json:"for_live"`
}

// Events are the one live event, the recordings and the rule for the rest.
type Events struct {
	Live       LiveEvent   `json:"live"`
	Recordings []Recording `json:"recordings"`
	Schedule   Schedule    `json:"schedule"`
}

// LiveEvent is the game that is on the air while the demo runs.
type LiveEvent struct {
	Clip          string `json:"clip"`
	Type          string `json:"type"`
	Group         string `json:"group"`
	StartedMinAgo int    `json:"started_min_ago"`
	Featured      bool   `json:"featured"`
	Title         Text   `json:"title"`
	Description   Text   `json:"description"` // HTML
}

// Recording is a finished event with a video. A nil Title: the usual name,
// away @ home. Kind is "game" or "highlights".
type Recording struct {
	Clip        string    `json:"clip"`
	Kind        string    `json:"kind"`
	Type        string    `json:"type"`
	Group       string    `json:"group"`
	HoursAgo    int       `json:"hours_ago"`
	AwayScore   int       `json:"away_score"`
	HomeScore   int       `json:"home_score"`
	Still       string    `json:"still"`
	Title       Text      `json:"title"`
	Description Text      `json:"description"` // HTML
	Blackout    *Blackout `json:"blackout"`    // nil: may be watched everywhere
}

// Blackout keeps viewers in places ("CA", "CA-QC") from watching until some hours
// after the end. With sound they may listen.
type Blackout struct {
	Places  []string `json:"places"`
	LiftedH int      `json:"lifted_h"`
	Sound   bool     `json:"sound"`
}

// Schedule is the rule for the events without video: Total counts the live
// event and the recordings too. The cycles are walked in order, so that the
// same start gives the same schedule.
type Schedule struct {
	Total              int      `json:"total"`
	PastDays           int      `json:"past_days"`
	FutureDays         int      `json:"future_days"`
	Today              int      `json:"today"`
	TypeCycle          []string `json:"type_cycle"`
	SportCycle         []string `json:"sport_cycle"`
	GroupCycle         []string `json:"group_cycle"`
	PlayoffsAfterDays  int      `json:"playoffs_after_days"`
	CrossDivisionEvery int      `json:"cross_division_every"`
}

// Mark is the state of a game from AtS seconds into its video until the next
// mark. Clock is as the score bug shows it.
type Mark struct {
	AtS    float64 `json:"at_s"`
	Away   int     `json:"away"`
	Home   int     `json:"home"`
	Period string  `json:"period"`
	Clock  string  `json:"clock"`
	Moment *Moment `json:"moment,omitempty"`
}

// Moment is something worth going back to. Team is "away", "home" or empty.
type Moment struct {
	Type   string `json:"type"`
	Team   string `json:"team"`
	TextEN string `json:"text_en"`
	TextFR string `json:"text_fr"`
}

// LoadTimeline reads the marks of a clip, in order of AtS.
func LoadTimeline(tree fs.FS, c Clip) ([]Mark, error) {
	var marks []Mark
	if err := decode(tree, c.Timeline, &marks); err != nil {
		return nil, err
	}
	return marks, nil
}
