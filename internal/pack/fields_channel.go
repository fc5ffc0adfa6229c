package pack

// The comments of fields are the text of docs/PACK_FIELDS.md. "Values:" describes what a field can hold, "Default:" what an
// absent field means, and "Required." marks a field that every pack needs. Closed sets of values come from the code.

// Channel is channel.yaml: the channel's identity, look and settings.
type Channel struct {
	// Key is the identifier of the channel in commands, API calls and the database. A channel keeps its key for good.
	// Values: 1 to 63 lower-case letters, digits and hyphens; the first is a letter or a digit.
	// Required.
	Key string `yaml:"key"`
	// Name is the channel's name, as viewers read it: in headings, page titles, letters and receipts.
	// Values: up to 200 characters.
	// Required.
	Name Words `yaml:"name"`
	// Tagline is one line about the channel, on the home page and in search results.
	// Values: up to 200 characters.
	Tagline Words `yaml:"tagline,omitempty"`
	// Language is the channel's own language. A text without a translation is shown in it.
	// Required.
	Language string `yaml:"language"`
	// Languages are the languages of the site. They include the channel's own.
	// Required.
	Languages []string `yaml:"languages,flow"`
	// Currency is the currency of all prices, as an ISO 4217 code.
	// Required.
	Currency string `yaml:"currency"`
	// TimeZone is the zone of dates in reports and letters, and of games at a location without a zone.
	// Values: an IANA name, such as America/Halifax.
	// Required.
	TimeZone string `yaml:"time_zone"`
	// Domains are the host names of the site, the first of them in links. DNS must lead them to the server. A channel with subscriptions that renew keeps at least one.
	// Values: host names without https://.
	// Default: none; then the site is reached only with ?channel=<key>.
	Domains []string `yaml:"domains"`
	// ContactEmail is the address for viewers' questions. Legal pages and letters name it, and forms without a recipient write to it.
	// Values: an email address.
	ContactEmail string `yaml:"contact_email,omitempty"`
	// Images are the channel's logo and icons.
	Images Images `yaml:"images,omitempty"`
	// Colors are the five colours from which all others follow.
	// Required.
	Colors Colors `yaml:"colors"`
	// Look is the typeface and the shape of corners.
	Look Look `yaml:"look,omitempty"`
	// Words are what the channel calls its events, participants and groups, in every text of the site.
	Words Vocabulary `yaml:"words,omitempty"`
	// Settings are the channel's switches and limits.
	Settings Settings `yaml:"settings,omitempty"`
	// StaticBlocks are the channel's own texts in fixed places of the site. footer_note: in the footer of every page.
	// registration_note: above the fields of a new account. checkout_note: under the pay button and below the passes, instead of
	// "All sales are final". player_help: under the player of games and videos, in the list of its keys, and in its message of an error.
	// Values: up to 200,000 characters for each block.
	StaticBlocks map[string]Rich `yaml:"static_blocks,omitempty"`
	// Secrets are the channel's keys at other services. The database stores them encrypted.
	// Values: ${NAME}, the name of an environment variable of the process that applies the pack.
	Secrets map[string]Secret `yaml:"secrets,omitempty"`
}

// Vocabulary is what the channel calls things.
type Vocabulary struct {
	// Event is what is shown.
	// Default: game.
	Event string `yaml:"event,omitempty"`
	// Participant is who takes part.
	// Default: team.
	Participant string `yaml:"participant,omitempty"`
	// Group is what participants belong to. "high_school" is « école » in French, "school" is « établissement ».
	// Default: school.
	Group string `yaml:"group,omitempty"`
	// Sides are how two sides are named: home "Away @ Home", corners "Blue vs Red", none "One vs Other". With corners, the side
	// that would be at home has the red corner.
	// Default: home.
	Sides string `yaml:"sides,omitempty"`
}

// Images are the channel's logo and icons.
type Images struct {
	// Logo is the logo in the header of the site, in letters and on receipts.
	// Default: none; the name is shown instead.
	Logo File `yaml:"logo,omitempty"`
	// Favicon is the small icon of browser tabs.
	Favicon File `yaml:"favicon,omitempty"`
	// Social is the picture that other sites show with a link, best 1200 by 630 pixels or larger.
	Social File `yaml:"social,omitempty"`
	// Icons are square icons for home screens, by their width in pixels. Apple uses 180, others 192 and 512.
	// Values: widths from 16 to 4096.
	Icons map[string]File `yaml:"icons,omitempty"`
}

// Colors are the channel's five colours. A text colour with a contrast below 4.5:1 on its background is refused.
type Colors struct {
	// FooterBackground is the background of the header and the footer.
	// Values: #rrggbb.
	// Required.
	FooterBackground string `yaml:"footer-background"`
	// BodyBackground is the background of pages.
	// Values: #rrggbb.
	// Required.
	BodyBackground string `yaml:"body-background"`
	// BodyText is the colour of text on pages.
	// Values: #rrggbb.
	// Required.
	BodyText string `yaml:"body-text-color"`
	// HeaderText is the colour of text in the header and the footer.
	// Values: #rrggbb.
	// Required.
	HeaderText string `yaml:"header-text-color"`
	// Accent is the colour of buttons, links and marks.
	// Values: #rrggbb.
	// Required.
	Accent string `yaml:"accent"`
}

// Look is the typeface and the shape of corners.
type Look struct {
	// Typeface is the typeface of headings, names and scores.
	// Default: broadcast.
	Typeface string `yaml:"typeface,omitempty"`
	// Corners are the corners of buttons, cards and fields.
	// Default: soft.
	Corners string `yaml:"corners,omitempty"`
}

// Settings are the channel's switches and limits.
type Settings struct {
	// GoogleTag is the channel's Google tag. It is loaded after the viewer accepts analytics cookies.
	// Values: up to 64 letters, digits, hyphens and underscores.
	GoogleTag string `yaml:"google_tag,omitempty"`
	// AnalyticsKey is the key that the web app sends with its analytics.
	// Values: up to 64 letters, digits, hyphens and underscores.
	AnalyticsKey string `yaml:"analytics_key,omitempty"`
	// RemoteAuth is the address of a membership system: people log in there, and it sends them back with a signed token.
	// Values: an https address.
	// Default: none; people log in on the site.
	RemoteAuth string `yaml:"remote_auth,omitempty"`
	// Membership is how the tokens of that system are verified.
	Membership Membership `yaml:"membership,omitempty"`
	// MailSender is the sender of the channel's letters. The mail server must be allowed to send for the address.
	// Default: the sender of the installation.
	MailSender MailSender `yaml:"mail_sender,omitempty"`
	// StripeKey is Stripe's publishable key. Real payments also need two secrets: stripe_secret_key and stripe_webhook_secret.
	// Values: begins with pk_live_ or pk_test_.
	// Default: none; the channel sells nothing, or takes test payments in a demo.
	StripeKey string `yaml:"stripe_publishable_key,omitempty"`
	// GoogleClientID is the channel's client at Google, for logging in. It needs the secret google_client_secret.
	// Values: up to 200 letters, digits, dots, hyphens and underscores.
	GoogleClientID string `yaml:"google_client_id,omitempty"`
	// FacebookAppID is the channel's app at Facebook, for logging in. It needs the secret facebook_app_secret.
	// Values: up to 200 letters, digits, dots, hyphens and underscores.
	FacebookAppID string `yaml:"facebook_app_id,omitempty"`
	// RecaptchaSiteKey is the public key of reCAPTCHA v3, which guards the forms. It needs the secret recaptcha_secret.
	// Values: up to 200 letters, digits, dots, hyphens and underscores.
	RecaptchaSiteKey string `yaml:"recaptcha_site_key,omitempty"`
	// PrerollSuppressionS is the time, in seconds, after a pre-roll in which the same viewer sees no other.
	// Values: 0 to 2592000, which is 30 days.
	// Default: 3600, one hour.
	PrerollSuppressionS int64 `yaml:"preroll_suppression_s,omitempty"`
	// RetentionDays is the number of days for which the recording of a game is kept after its end. Then the game has no
	// recording, also for people who bought it. Clips stay, and so do recordings that the library plays.
	// Values: 1 to 36500.
	// Default: recordings are kept for good.
	RetentionDays int64 `yaml:"retention,omitempty"`
	// LiveSizes are the smaller sizes in which live games and their recordings are offered, in lines, as far as they are smaller
	// than the encoder's picture. Each size costs processor time. A change counts from the encoder's next connection on.
	// Default: [720, 480, 360, 240]. An empty list turns smaller sizes off.
	LiveSizes Sizes `yaml:"live_sizes,omitempty,flow"`
	// BlockedCountries are countries where nothing of the channel can be watched.
	// Values: ISO 3166-1 codes of two capital letters.
	BlockedCountries []string `yaml:"blocked_countries,omitempty,flow"`
	// EmbedHosts are sites whose pages can stand in the player's place. The schedule's column "embed" names the page.
	// Values: up to 50 host names.
	EmbedHosts []string `yaml:"embed_hosts,omitempty,flow"`
	// EmbedParents are other sites that can show the channel's player in their pages.
	// Values: up to 50 of https://www.example.org, https://*.example.org, or "*" for every site.
	EmbedParents []string `yaml:"embed_parents,omitempty,flow"`
	// ConcurrentStreams is the number of screens on which one user can watch paid games and videos at the same time.
	// Values: 1 to 20.
	// Default: no limit.
	ConcurrentStreams int64 `yaml:"concurrent_streams,omitempty"`
	// ClipCoverPercent is the share, in percent, of a paid game that all clips of one user can show together. Free games and
	// operators' clips have no such limit.
	// Values: 1 to 100.
	// Default: 10.
	ClipCoverPercent int64 `yaml:"clip_cover_percent,omitempty"`
	// ClipCoverS is the same limit in seconds. The lower one counts, and one minute is always allowed.
	// Values: 1 to 86400.
	// Default: 600.
	ClipCoverS int64 `yaml:"clip_cover_s,omitempty"`
	// Taxes are the taxes that receipts, letters and the checkout list one by one. They divide the service fee of a price by
	// their rates. An order keeps the taxes of its day.
	// Values: up to 4 taxes.
	// Default: one line, "Taxes".
	Taxes []Tax `yaml:"taxes,omitempty"`
}

// Tax is one tax that receipts list.
type Tax struct {
	// Name is the name of the tax, such as GST.
	// Values: up to 40 characters.
	// Required.
	Name Words `yaml:"name"`
	// Rate is the rate in percent.
	// Values: above 0 and at most 100, with up to three decimals.
	// Required.
	Rate float64 `yaml:"rate"`
	// Number is the number under which the channel is registered for the tax.
	// Values: up to 40 characters.
	Number string `yaml:"number,omitempty"`
}

// Sizes are the smaller sizes of live games. No list and an empty one differ: only the first
// is left out of a pack that is written.
type Sizes []int

// IsZero reports whether there is no list.
func (s Sizes) IsZero() bool { return s == nil }

// Membership is how the tokens of the membership system are verified.
type Membership struct {
	// Algorithm is the algorithm of signatures. HS256 needs the secret remote_auth_secret, the others need a public key.
	// Default: HS256.
	Algorithm string `yaml:"algorithm,omitempty"`
	// PublicKey is the key with which signatures by EdDSA and RS256 are verified.
	// Values: a public key in PEM.
	PublicKey string `yaml:"public_key,omitempty"`
	// Issuer is the "iss" that tokens must have.
	// Values: up to 200 characters.
	// Default: not checked.
	Issuer string `yaml:"issuer,omitempty"`
	// Redirects are other sites to which a login can lead back.
	// Values: up to 20 origins, such as https://shop.example.org.
	Redirects []string `yaml:"redirects,omitempty,flow"`
}

// MailSender is the sender of the channel's letters.
type MailSender struct {
	// Name is the name of the sender.
	// Values: one line of up to 200 characters.
	Name string `yaml:"name,omitempty"`
	// Address is the address of the sender.
	// Values: an email address.
	Address string `yaml:"address,omitempty"`
}
