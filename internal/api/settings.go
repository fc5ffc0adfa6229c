package api

import (
	"net/http"
	"time"

	"github.com/grandstand/grandstand/internal/social"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/word"
)

func (a *API) registerSettings() {
	part(a, Operation{
		ID: "get-settings", Method: http.MethodGet, Path: "/api/settings", Tag: "channel",
		Summary: "Get languages, currency, analytics, texts and advertisements of the channel",
	}, func(v *view) *once[Data[SettingsDTO]] { return &v.settings })
}

func (v *view) in(t text.Text) string { return t.In(v.languages...) }

func (v *view) settingsDTO() SettingsDTO {
	c, s := v.channel, v.channel.Settings
	logo, social := v.show(s.Logo, nil), v.show(s.SocialImage, nil)
	dto := SettingsDTO{
		Language: c.Language, Languages: c.Languages, Currency: c.Currency,
		GoogleAnalytics: googleAnalyticsDTO{GoogleTag: s.GoogleTag}, YareAnalytics: s.AnalyticsKey, Analytics: v.analytics,
		StaticBlocks: make(map[string]string, len(s.StaticBlocks)), Prerolls: v.prerollDTOs(),
		Words: newWordsDTO(s.Words), Taxes: v.taxDTOs(s.Taxes),
		Channel: channelDTO{
			Key: c.Key, Name: v.in(c.Name), Tagline: v.in(c.Tagline), Logo: logo.Image, LogoSrcset: logo.ImageSrcset, Favicon: MediaURL(s.Favicon),
			LogoWidth: v.pictures[s.Logo].Width, LogoHeight: v.pictures[s.Logo].Height,
			SocialImage: social.Image, SocialImageSrcset: social.ImageSrcset, TimeZone: c.TimeZone, UTCOffsets: v.channelOffsets(), ContactEmail: s.ContactEmail,
		},
	}
	look := s.Look.Resolved()
	dto.Look = lookDTO{Typeface: string(look.Typeface), Corners: string(look.Corners)}
	if len(c.Domains) > 0 {
		dto.Channel.Domain = c.Domains[0]
	}
	dto.PrerollSuppression = int64(s.PrerollSuppression() / time.Millisecond)
	dto.Services = servicesDTO{
		StripeKey: s.StripeKey, GoogleClientID: s.GoogleClientID, FacebookAppID: s.FacebookAppID, RecaptchaSiteKey: s.RecaptchaSiteKey,
	}
	if v.challenge != nil {
		dto.Services.RecaptchaScript = v.challenge.Script
	}
	dto.EmbedParents = c.FrameAncestors()
	dto.EmptyScreens = v.emptyScreens()
	dto.Auth.Social = listed(v.logins)
	if s.RemoteAuth.Enabled {
		dto.Auth.RemoteAuth = 1
		dto.RemoteAuth = &remoteAuthDTO{URL: s.RemoteAuth.URL}
	}
	for name, block := range s.StaticBlocks {
		dto.StaticBlocks[name] = v.in(block)
	}
	return dto
}

// SettingsDTO is what a client must know of a channel before anything else.
type SettingsDTO struct {
	Language        string             `json:"language" doc:"The default" enum:"en,fr"`
	Languages       []string           `json:"languages" enum:"en,fr"`
	Currency        string             `json:"currency" enum:"USD,CAD"`
	GoogleAnalytics googleAnalyticsDTO `json:"google-analytics"`
	YareAnalytics   string             `json:"yare-analytics" doc:"Key of the analytics service, sent there as profile"`
	Analytics       analyticsDTO       `json:"analytics"`
	Auth            authSettingsDTO    `json:"auth"`
	RemoteAuth      *remoteAuthDTO     `json:"remoteAuth" doc:"Where users link their devices, or null"`
	StaticBlocks    map[string]string  `json:"static_blocks" doc:"Sanitised HTML by name"`
	Prerolls        []prerollDTO       `json:"prerolls"`
	Channel         channelDTO         `json:"channel"`
	// PrerollSuppression is in milliseconds, as the specification's constants are.
	PrerollSuppression int64       `json:"preroll_suppression" doc:"Milliseconds for which a pre-roll that was seen to its end stays away"`
	Services           servicesDTO `json:"services"`
	Words              wordsDTO    `json:"words" doc:"What the channel calls things; every text of a client follows"`
	Taxes              []taxDTO    `json:"taxes" doc:"That divide a service_fee by their rates; empty for one line of taxes"`
	Look               lookDTO     `json:"look"`
	EmbedParents       []string    `json:"embed_parents" doc:"Sites whose pages may show an embedded player and speak with it, as host-sources of CSP: a host at any scheme, https://*.example.org, or * for all"`
	EmptyScreens       []string    `json:"empty_screens" doc:"Paths of the app's screens that the configuration leaves without content: nothing is on sale, no question is answered, no contact is given"`
}

// lookDTO is what makes pages the channel's own besides its colours.
type lookDTO struct {
	Typeface string `json:"typeface" doc:"Of headings, names and scores" enum:"broadcast,poster,campus"`
	Corners  string `json:"corners" doc:"Of buttons, cards and fields" enum:"soft,sharp,round"`
}

// wordsDTO names every kind, so that clients know no default.
type wordsDTO struct {
	Event       string `json:"event" enum:"game,match,fight,race,meet,show,event" doc:"What an event is"`
	Participant string `json:"participant" enum:"team,fighter,athlete,player,artist" doc:"Who takes part"`
	Group       string `json:"group" enum:"school,high_school,club,gym,league,company" doc:"What participants belong to"`
	Sides       string `json:"sides" enum:"home,corners,none" doc:"How two participants stand: one at home, in a red and a blue corner, or just against each other"`
}

func newWordsDTO(k word.Kinds) wordsDTO { return wordsDTO(k.Full()) }

// servicesDTO are the public names under which other services know the channel.
type servicesDTO struct {
	StripeKey        string `json:"stripe_publishable_key" doc:"Empty where nothing is sold"`
	GoogleClientID   string `json:"google_client_id"`
	FacebookAppID    string `json:"facebook_app_id"`
	RecaptchaSiteKey string `json:"recaptcha_site_key" doc:"Empty where forms ask for no token"`
	RecaptchaScript  string `json:"recaptcha_script" doc:"Where registering, logging in and password resets need a token of reCAPTCHA v3: its script, to be loaded with the site key as its parameter render; else empty"`
}

// analyticsDTO says where clients tell what people do.
type analyticsDTO struct {
	BaseURL string `json:"base_url" doc:"What the paths of the analytics calls begin with, up to /datalake: an address, or a path of the same host"`
	Local   bool   `json:"local" doc:"Also to be told by pages on localhost"`
}

type googleAnalyticsDTO struct {
	GoogleTag string `json:"google-tag"`
}

type authSettingsDTO struct {
	RemoteAuth int               `json:"remote_auth" enum:"0,1"`
	Social     []social.Provider `json:"social" enum:"google,facebook" doc:"Where else people may log in"`
}

type remoteAuthDTO struct {
	URL string `json:"url" doc:"Takes return_to, and sends members back to /login?remote_token=<token>&return_to=<address>"`
}

type channelDTO struct {
	Key               string `json:"key"`
	Name              string `json:"name"`
	Tagline           string `json:"tagline"`
	Logo              string `json:"logo"`
	LogoSrcset        string `json:"logo_srcset" doc:"Narrower variants as HTML's srcset has them; empty when there are none"`
	LogoWidth         int    `json:"logo_width" doc:"In pixels; 0 where it is not known, as of drawings"`
	LogoHeight        int    `json:"logo_height"`
	Favicon           string `json:"favicon"`
	SocialImage       string `json:"social_image"`
	SocialImageSrcset string `json:"social_image_srcset"`
	Domain            string `json:"domain" doc:"The canonical host"`
	TimeZone          string `json:"time_zone"`

	UTCOffsets []OffsetDTO `json:"utc_offsets" doc:"Of time_zone by the zone data of the server, the earliest first: each applies until the next. From two calendar years ago to four ahead. With them a client tells the channel's days as letters do, also where its own zone data is older"`

	ContactEmail string `json:"contact_email"`
}
