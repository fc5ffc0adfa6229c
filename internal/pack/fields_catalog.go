package pack

// Catalog is catalog.yaml: sports, places, schools and teams. Aliases name them in addresses, filters and the schedule. An alias has 1 to 100
// lower-case letters, digits, hyphens and underscores, and is not a number.
type Catalog struct {
	// Categories are the sports, as a tree.
	Categories []Category `yaml:"categories,omitempty"`
	// Divisions are levels of play, such as Division 1 or U15.
	Divisions []Tag `yaml:"divisions,omitempty"`
	// Groups are parts of a competition, such as playoffs or a tournament.
	Groups []Tag `yaml:"groups,omitempty"`
	// Locations are the places where games are played.
	Locations []Location `yaml:"locations,omitempty"`
	// ParticipantGroups are schools or clubs.
	ParticipantGroups []ParticipantGroup `yaml:"participant_groups,omitempty"`
	// Participants are teams or athletes.
	Participants []Participant `yaml:"participants,omitempty"`
}

// Category is a sport, with more precise ones below it.
type Category struct {
	// Alias is the name in addresses and in the schedule's column "sport".
	// Required.
	Alias string `yaml:"alias"`
	// Title is the name of the sport.
	// Values: up to 200 characters.
	// Required.
	Title Words `yaml:"title"`
	// Color is the colour of its cards.
	// Values: #rrggbb.
	Color string `yaml:"color,omitempty"`
	// Image is the picture of the sport.
	Image File `yaml:"image,omitempty"`
	// Children are the sports below it. A pass for a sport also covers these.
	Children []Category `yaml:"children,omitempty"`
}

// Tag is a division or a group of a competition.
type Tag struct {
	// Alias is the name in addresses and in the schedule.
	// Required.
	Alias string `yaml:"alias"`
	// Name is the name that viewers read.
	// Values: up to 200 characters.
	// Required.
	Name Words `yaml:"name"`
}

// Location is a place where games are played.
type Location struct {
	// Alias is the name in the schedule's column "location".
	// Required.
	Alias string `yaml:"alias"`
	// Name is the name of the place.
	// Values: up to 200 characters.
	// Required.
	Name Words `yaml:"name"`
	// City is the city or town.
	// Values: up to 200 characters.
	City string `yaml:"city,omitempty"`
	// State is the province or state.
	// Values: up to 200 characters.
	State string `yaml:"state,omitempty"`
	// Country is the country.
	// Values: an ISO 3166-1 code of two capital letters.
	Country string `yaml:"country,omitempty"`
	// TimeZone is the zone of the schedule's times at this place.
	// Values: an IANA name, such as America/Halifax.
	// Required.
	TimeZone string `yaml:"time_zone"`
}

// ParticipantGroup is a school or club.
type ParticipantGroup struct {
	// Alias is the name in addresses.
	// Required.
	Alias string `yaml:"alias"`
	// Name is the full name.
	// Values: up to 200 characters.
	// Required.
	Name Words `yaml:"name"`
	// ShortName is the name where there is little room.
	// Values: up to 200 characters.
	// Default: the full name.
	ShortName Words `yaml:"short_name,omitempty"`
	// Color is its main colour.
	// Values: #rrggbb.
	Color string `yaml:"color,omitempty"`
	// Images are its pictures, the logo first.
	// Values: up to 10.
	Images []File `yaml:"images,omitempty,flow"`
	// City is the city or town.
	// Values: up to 200 characters.
	City string `yaml:"city,omitempty"`
	// State is the province or state.
	// Values: up to 200 characters.
	State string `yaml:"state,omitempty"`
}

// Participant is a team or an athlete.
type Participant struct {
	// Alias is the name in addresses and in the schedule.
	// Required.
	Alias string `yaml:"alias"`
	// Name is the full name.
	// Values: up to 200 characters.
	// Required.
	Name Words `yaml:"name"`
	// ShortName is the name where there is little room.
	// Values: up to 200 characters.
	// Default: the full name.
	ShortName Words `yaml:"short_name,omitempty"`
	// Code is the short form on scoreboards.
	// Values: up to 5 capital letters and digits.
	Code string `yaml:"code,omitempty"`
	// Group is the school or club.
	// Values: an alias of participant_groups.
	Group string `yaml:"group,omitempty"`
	// Sport is the sport.
	// Values: an alias of categories.
	Sport string `yaml:"sport,omitempty"`
	// Gender is the gender: M for men, W for women.
	// Default: not said.
	Gender string `yaml:"gender,omitempty"`
	// Color is its main colour.
	// Values: #rrggbb.
	Color string `yaml:"color,omitempty"`
	// Images are its pictures, the logo first.
	// Values: up to 10.
	Images []File `yaml:"images,omitempty,flow"`
}
