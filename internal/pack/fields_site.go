package pack

// Site is site.yaml: the menu, the large pictures of the home page, and advertisements.
type Site struct {
	// Menu is the menu of the header, two levels deep.
	Menu []MenuItem `yaml:"menu,omitempty"`
	// Slides are the large pictures at the top of the home page.
	Slides []Slide `yaml:"slides,omitempty"`
	// Prerolls are advertisements before games and videos.
	Prerolls []Preroll `yaml:"prerolls,omitempty"`
}

// MenuItem is an entry of the menu.
type MenuItem struct {
	// Type is what the entry leads to. link: an address. The others: the thing of that kind that "target" names; group is a
	// school or club.
	// Default: link.
	Type string `yaml:"type"`
	// Title is the text of the entry. A link needs one.
	// Values: up to 200 characters.
	// Default: the name of the target.
	Title Words `yaml:"title,omitempty"`
	// URL is the address of a link.
	// Values: a path such as /live, or an https address.
	URL string `yaml:"url,omitempty"`
	// Target is what the entry leads to, if it is no link.
	// Values: the alias of a category, participant, participant group or page.
	Target string `yaml:"target,omitempty"`
	// Image is a picture of the entry.
	Image File `yaml:"image,omitempty"`
	// Children are the entries below it. They have no entries below them.
	Children []MenuItem `yaml:"children,omitempty"`
}

// Slide is a large picture with a sentence.
type Slide struct {
	// Type is the page that shows the slide: main is the home page, the others are the page of "target".
	// Required.
	Type string `yaml:"type"`
	// Target is the thing on whose page the slide is.
	// Values: the alias of a category, participant or participant group.
	Target string `yaml:"target,omitempty"`
	// Title is the headline.
	// Values: up to 200 characters.
	// Required.
	Title Words `yaml:"title"`
	// Text is a sentence below the headline.
	// Values: up to 2,000 characters.
	Text Words `yaml:"text,omitempty"`
	// Button is the text of the button.
	// Values: up to 200 characters.
	Button Words `yaml:"button,omitempty"`
	// URL is where the slide leads.
	// Values: a path such as /schedule, or an https address.
	URL string `yaml:"url,omitempty"`
	// Image is the picture, 16:9 or wider.
	Image File `yaml:"image,omitempty"`
	// Event is the game that the slide shows, with its picture and state.
	// Values: the game's "id" in schedule.csv, or id:<number>.
	Event string `yaml:"event,omitempty"`
}

// Preroll is an advertisement before a game or video. One of those that fit is shown. It has a file or a VAST tag.
type Preroll struct {
	// File is the advertisement: an MP4 file with H.264 of up to 100 MiB, best 6 to 15 seconds.
	File File `yaml:"file,omitempty"`
	// VAST is the address of an ad server, which the server asks for the advertisement.
	// Values: an https address.
	VAST string `yaml:"vast,omitempty"`
	// Weight is how often it is shown in comparison with the others that fit.
	// Values: 1 to 1000.
	// Required.
	Weight int64 `yaml:"weight"`
	// Location is the only place whose games have it.
	// Values: an alias of locations.
	// Default: every place.
	Location string `yaml:"location,omitempty"`
	// Categories are the only sports whose games have it, with those below them.
	// Values: aliases of categories.
	// Default: every sport.
	Categories []string `yaml:"categories,omitempty,flow"`
	// Live is whether games have it. One of "live" and "vod" must be true.
	// Default: false.
	Live bool `yaml:"live"`
	// VOD is whether videos of the library have it.
	// Default: false.
	VOD bool `yaml:"vod"`
	// Sponsor is the name of the advertiser, which viewers read.
	// Values: up to 80 characters.
	Sponsor string `yaml:"sponsor,omitempty"`
	// Click is the address that a press on a file opens. VAST brings its own.
	// Values: an https address.
	Click string `yaml:"click,omitempty"`
	// SkipAfterS is the number of seconds after which a viewer can skip it.
	// Values: 1 to 600.
	// Default: it cannot be skipped, unless VAST says otherwise.
	SkipAfterS int64 `yaml:"skip_after_s,omitempty"`
	// MediaHosts are the hosts whose films the answer of the ad server can play, in addition to its own.
	// Values: up to 20 hosts, such as cdn.example.com or *.example.com.
	MediaHosts []string `yaml:"media_hosts,omitempty,flow"`
}

// Question is one question of faq.yaml.
type Question struct {
	// Category is the heading under which the question stands.
	// Values: up to 200 characters.
	Category Words `yaml:"category,omitempty"`
	// Question is the question.
	// Values: up to 200 characters.
	// Required.
	Question Words `yaml:"question"`
	// Answer is the answer.
	// Values: up to 200,000 characters.
	Answer Rich `yaml:"answer"`
}

// Form is one form of forms.yaml. The form with the alias contacts is on the contact page.
type Form struct {
	// Alias is the name in addresses.
	// Values: 1 to 64 lower-case letters, digits, hyphens and underscores.
	// Required.
	Alias string `yaml:"alias"`
	// Title is the heading.
	// Values: up to 200 characters.
	// Required.
	Title Words `yaml:"title"`
	// Intro is a text above the fields.
	// Values: up to 200,000 characters.
	Intro Rich `yaml:"intro,omitempty"`
	// Fields are the questions of the form.
	// Values: 1 to 40 fields.
	// Required.
	Fields []Field `yaml:"fields"`
	// Submit is the text of the button.
	// Values: up to 200 characters.
	// Default: "Send".
	Submit Words `yaml:"submit,omitempty"`
	// Success is what people read after they sent the form.
	// Values: up to 2,000 characters.
	// Default: a sentence of thanks.
	Success Words `yaml:"success,omitempty"`
	// Recipient is the address that gets the answers.
	// Values: an email address.
	// Default: the channel's contact_email.
	Recipient string `yaml:"recipient,omitempty"`
}

// Field is one question of a form.
type Field struct {
	// Name is the name of the answer in the letter. Each name is used once in a form.
	// Values: 1 to 40 lower-case letters, digits and underscores; the first is a letter.
	// Required.
	Name string `yaml:"name"`
	// Type is how the question is answered.
	// Required.
	Type string `yaml:"type"`
	// Label is the question, as people read it.
	// Values: up to 200 characters.
	// Required.
	Label Words `yaml:"label"`
	// Required is whether the question must be answered.
	// Default: false.
	Required bool `yaml:"required,omitempty"`
	// MinLength is the least number of characters.
	// Default: no limit.
	MinLength int `yaml:"min_length,omitempty"`
	// MaxLength is the largest number of characters.
	// Values: up to 5000.
	// Default: 5000 for textarea, 200 for the others.
	MaxLength int `yaml:"max_length,omitempty"`
	// Options are the choices of a select.
	// Values: 1 to 100 choices.
	Options []Option `yaml:"options,omitempty"`
}

// Option is one choice of a select.
type Option struct {
	// Value is what the letter says for the choice.
	// Values: up to 200 characters.
	// Required.
	Value string `yaml:"value"`
	// Label is the choice, as people read it.
	// Values: up to 200 characters.
	// Required.
	Label Words `yaml:"label"`
}

// Page is one page of pages.yaml. Its text is in pages/<alias>.en.md and pages/<alias>.fr.md.
type Page struct {
	// Alias is the name of the page's files.
	// Values: 1 to 64 lower-case letters, digits, hyphens and underscores.
	// Required.
	Alias string `yaml:"alias"`
	// URL is the path of the page. /privacy_policy and /terms_conditions are the legal pages in the footer.
	// Values: one to four parts of lower-case letters, digits, hyphens and underscores, such as /about/team.
	// Required.
	URL string `yaml:"url"`
	// Name is the title of the page.
	// Values: up to 200 characters.
	// Required.
	Name    Words `yaml:"name"`
	Content Rich  `yaml:"-"`
}
