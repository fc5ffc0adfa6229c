package channel

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/grandstand/grandstand/internal/mail"
	"github.com/grandstand/grandstand/internal/tax"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/word"
)

// Settings is what an operator sets once. Media (Logo …) are keys of public media or
// absolute addresses. Keys that others must not see are secrets, not settings.
type Settings struct {
	GoogleTag    string               `json:"google_tag,omitempty"`
	AnalyticsKey string               `json:"analytics_key,omitempty"`
	RemoteAuth   RemoteAuth           `json:"remote_auth,omitzero"`
	StaticBlocks map[string]text.Text `json:"static_blocks,omitempty"` // sanitised HTML by name
	ContactEmail string               `json:"contact_email,omitempty"`
	Look         Look                 `json:"look,omitzero"`
	Logo         string               `json:"logo,omitempty"`
	Favicon      string               `json:"favicon,omitempty"`
	SocialImage  string               `json:"social_image,omitempty"`
	// Icons are square pictures of the channel for the screens of devices, by their
	// width in pixels; 180 is Apple's, 192 and 512 are everybody's.
	Icons map[int]string `json:"icons,omitempty"`
	// MailSender is who the channel's mails come from; empty for the installation's.
	MailSender MailSender `json:"mail_sender,omitzero"`
	// StripeKey is Stripe's publishable key, which browsers see.
	StripeKey string `json:"stripe_publishable_key,omitempty"`
	// GoogleClientID and FacebookAppID name the channel at the two login providers.
	GoogleClientID string `json:"google_client_id,omitempty"`
	FacebookAppID  string `json:"facebook_app_id,omitempty"`
	// RecaptchaSiteKey is reCAPTCHA's public key; without one forms ask for no token.
	RecaptchaSiteKey string `json:"recaptcha_site_key,omitempty"`
	// PrerollSuppressionS is for how many seconds a pre-roll that was seen to its end is
	// not shown again, 0 for an hour.
	PrerollSuppressionS int64 `json:"preroll_suppression_s,omitempty"`
	// RetentionDays is for how many days after an event its recording is kept, 0 for ever.
	RetentionDays int64 `json:"retention_days,omitempty"`
	// LiveSizes are the smaller sizes of live games, by the shorter side of the pictures in
	// pixels: nil for all usual ones, an empty list for none. See LiveLadder.
	LiveSizes []int `json:"live_sizes,omitzero"`
	// BlockedCountries are where nothing may be watched, as ISO 3166-1 alpha-2.
	BlockedCountries []string `json:"blocked_countries,omitempty"`
	// EmbedParents are the sites, besides the channel's own, whose pages may show its
	// players: origins as FrameAncestors has them, none for no other site.
	EmbedParents []string `json:"embed_parents,omitempty"`
	// EmbedHosts are the sites whose pages may show an event in place of a player.
	EmbedHosts []string `json:"embed_hosts,omitempty"`
	// ConcurrentStreams is on how many screens at once a user may watch what they bought, 0
	// for as many as they like.
	ConcurrentStreams int64 `json:"concurrent_streams,omitempty"`
	// ClipCoverPercent and ClipCoverSeconds bound how much of an event that is sold one user's
	// clips may show together, see ClipCover; 0 for the defaults.
	ClipCoverPercent int64 `json:"clip_cover_percent,omitempty"`
	ClipCoverSeconds int64 `json:"clip_cover_s,omitempty"`
	// Taxes are the taxes that receipts name one by one; none for one line of taxes.
	Taxes tax.List `json:"taxes,omitempty"`
	// Words are what the channel calls its events, who takes part in them, and so on.
	Words word.Kinds `json:"words,omitzero"`
}

// MailSender is the From of a channel's mails.
type MailSender struct {
	Name    string `json:"name,omitempty"`
	Address string `json:"address,omitempty"`
}

// defaultPrerollSuppression is the specification's default.
const defaultPrerollSuppression = time.Hour

// PrerollSuppression is for how long a pre-roll that was seen to its end stays away.
func (s Settings) PrerollSuppression() time.Duration {
	if s.PrerollSuppressionS == 0 {
		return defaultPrerollSuppression
	}
	return time.Duration(s.PrerollSuppressionS) * time.Second
}

// Retention is for how long after an event its recording is kept, 0 for ever.
func (s Settings) Retention() time.Duration { return time.Duration(s.RetentionDays) * 24 * time.Hour }

// liveSizes are the smaller sizes in which live games can be offered.
func liveSizes() []int { return []int{1080, 720, 480, 360, 240} }

// LiveLadder is in which smaller sizes live games are offered. Without a setting it reaches
// down to the one that a line of 400 kbit/s carries.
func (s Settings) LiveLadder() []int {
	if s.LiveSizes == nil {
		return []int{720, 480, 360, 240}
	}
	return s.LiveSizes
}

// maxRetentionDays is about a hundred years.
const maxRetentionDays = 36_500

// maxPrerollSuppressionS is thirty days.
const maxPrerollSuppressionS = 30 * 24 * 60 * 60

// MaxConcurrentStreams is the highest limit that a channel can set.
const MaxConcurrentStreams = 20

var (
	blockName   = text.NewPattern(`^[a-z0-9_-]{1,64}$`)
	tagPattern  = text.NewPattern(`^[A-Za-z0-9_-]{0,64}$`)
	idPattern   = text.NewPattern(`^[A-Za-z0-9._-]{0,200}$`)
	publishable = text.NewPattern(`^(?:pk_(?:test|live)_[A-Za-z0-9_]{4,200})?$`)
	countryCode = text.NewPattern(`^[A-Z]{2}$`)
)

// StaticBlockNames are the places of the app that show an operator's own words.
func StaticBlockNames() []string {
	return []string{"footer_note", "registration_note", "checkout_note", "player_help"}
}

func (s Settings) validate(p *problems) {
	p.require(tagPattern.MatchString(s.GoogleTag), "google_tag", "invalid_tag", "A tag can have letters, digits and hyphens")
	p.require(tagPattern.MatchString(s.AnalyticsKey), "analytics_key", "invalid_tag", "A key can have letters, digits and hyphens")
	s.RemoteAuth.validate(p)
	p.email(s.ContactEmail, "contact_email")
	p.email(s.MailSender.Address, "mail_sender")
	p.within(text.Text{"": s.MailSender.Name}, "mail_sender", maxTitle)
	p.require(!strings.ContainsFunc(s.MailSender.Name, unicode.IsControl), "mail_sender", "invalid_text", "A name must be on one line")
	for name, block := range s.StaticBlocks {
		p.require(blockName.MatchString(name), "static_blocks", "invalid_name", "The name of a block can have lower-case letters, digits, hyphens and underscores")
		p.within(block, "static_blocks", maxContent)
	}
	s.validateServices(p)
	s.validateEmbedding(p)
	s.validateTaxes(p)
	s.Look.validate(p)
	p.require(s.PrerollSuppressionS >= 0 && s.PrerollSuppressionS <= maxPrerollSuppressionS,
		"preroll_suppression", "out_of_range", "The time before a viewer sees a pre-roll again must be at most 30 days")
	p.require(s.ConcurrentStreams >= 0 && s.ConcurrentStreams <= MaxConcurrentStreams,
		"concurrent_streams", "out_of_range", "The number of screens at once must be between 1 and 20, or 0 for no limit")
	p.require(s.ClipCoverPercent >= 0 && s.ClipCoverPercent <= 100,
		"clip_cover_percent", "out_of_range", "The share of an event that the clips of a user may show must be between 1 and 100 percent")
	p.require(s.ClipCoverSeconds >= 0 && s.ClipCoverSeconds <= maxClipCoverS,
		"clip_cover", "out_of_range", "The part of an event that the clips of a user may show must be at most a day")
	p.require(s.RetentionDays >= 0 && s.RetentionDays <= maxRetentionDays,
		"retention", "out_of_range", "The retention of recordings must be 1 to 36500 days, or forever")
	for i, size := range s.LiveSizes {
		p.require(slices.Contains(liveSizes(), size) && !slices.Contains(s.LiveSizes[:i], size),
			"live_sizes", "not_allowed", "The sizes of a live game must be among 1080, 720, 480, 360 and 240, each at most once")
	}
	for _, country := range s.BlockedCountries {
		p.require(countryCode.MatchString(country), "blocked_countries", "invalid_country", "A country must be its two-letter code in capitals, such as CA")
	}
	for _, choice := range s.Words.Choices() {
		p.require(choice.IsKnown(), "words."+choice.Name, "not_allowed", "The value must be one of: "+strings.Join(choice.Kinds, ", ")+".")
	}
	p.media(s.Logo, "logo")
	p.media(s.Favicon, "favicon")
	p.media(s.SocialImage, "social_image")
	for width, icon := range s.Icons {
		p.require(width >= 16 && width <= 4096, "icons", "out_of_range", "An icon must be 16 to 4096 pixels wide")
		p.media(icon, "icons")
	}
}

// validateServices checks the public names under which other services know the
// channel. A secret key in a public field would be handed to every visitor.
func (s Settings) validateServices(p *problems) {
	p.require(publishable.MatchString(s.StripeKey), "stripe_publishable_key", "invalid_key", "The publishable key of Stripe must begin with pk_")
	for field, id := range map[string]string{
		"google_client_id": s.GoogleClientID, "facebook_app_id": s.FacebookAppID, "recaptcha_site_key": s.RecaptchaSiteKey,
	} {
		p.require(idPattern.MatchString(id), field, "invalid_key", "A key can have letters, digits, dots and hyphens")
	}
}

// email accepts nothing, or one plain address.
func (p *problems) email(address, field string) {
	p.require(address == "" || mail.IsAddress(address), field, "invalid_email", "A valid email address is required")
}
