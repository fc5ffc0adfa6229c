package packs

// Scene is what the demo adds to an example channel, as its people would: the game that
// is on, and the recording of one that is over.
type Scene struct {
	Channel   string // its key
	Live      Game
	Recording Recording
}

// Game is an event that is no part of the pack, in the aliases of its catalogue.
type Game struct {
	Sport, Gender, Away, Home string
	Location, Division, Group string
	Description               map[string]string // HTML
	Picture                   string            // a file
	Video, Timeline           string            // files as those of the demo's kit
}

// Recording is the video of an event that the pack's schedule names, and how it ended.
type Recording struct {
	Event      string
	Video      string // a file
	Loops      int    // how often it is played in a row
	Away, Home int64  // the final score
}

// Scenes are those of all examples.
func Scenes() []Scene {
	return []Scene{
		{
			Channel: "boreale",
			Live: Game{
				Sport: "hockey", Gender: "M", Away: "estrie-hockey-masculin", Home: "gatineau-hockey-masculin",
				Location: "arena-gatineau", Division: "division-1", Group: "tournoi",
				Description: map[string]string{
					"fr": "<p>Quart de finale du Tournoi des neiges. À la caméra : les élèves de cinquième secondaire.</p>",
					"en": "<p>Quarter-final of the Snow Tournament. On camera: the students of grade eleven.</p>",
				},
				Picture: "live/boreale.webp", Video: "live/boreale.mp4", Timeline: "live/boreale.json",
			},
			Recording: Recording{Event: "charlevoix-a-saguenay", Video: "boreale/films/basketball.mp4", Loops: 6, Away: 61, Home: 63},
		},
		{
			Channel: "ironbell",
			Live: Game{
				Sport: "boxing", Gender: "M", Away: "boudreau", Home: "adeyemi", Location: "roundhouse", Division: "67kg",
				Description: map[string]string{
					"en": "<p>Open night at The Roundhouse: eight rounds, no seats left. The score is the judges’ card, round by round.</p>",
					"fr": "<p>Soirée ouverte à La Rotonde : huit rondes, à guichets fermés. La marque est celle des cartes des juges, ronde après ronde.</p>",
				},
				Picture: "live/ironbell.webp", Video: "live/ironbell.mp4", Timeline: "live/ironbell.json",
			},
			Recording: Recording{Event: "card-29-main", Video: "ironbell/films/boxing.mp4", Loops: 5, Away: 84, Home: 86},
		},
	}
}
