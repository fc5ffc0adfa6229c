package kit

// Commerce is all that can be bought. Money is in minor units of Currency;
// service_fee is the taxes.
type Commerce struct {
	Subscriptions []Subscription `json:"subscriptions"`
	Packages      []Package      `json:"packages"`
	TeamPass      TeamPass       `json:"team_pass"`
	SingleEvent   SingleEvent    `json:"single_event"`
	Coupons       []Coupon       `json:"coupons"`
}

// Offer is what every bundle has. Empty Sports and Schools: everything. PassType
// "addition" marks an add-on. ClipLimit and DownloadLimit are how many clips and
// downloads it includes, 0 for no limit.
type Offer struct {
	Key           string   `json:"key"`
	Type          string   `json:"type"`
	Currency      string   `json:"currency"`
	BasePrice     int64    `json:"base_price"`
	ServiceFee    int64    `json:"service_fee"`
	Weight        int      `json:"weight"`
	Name          Text     `json:"name"`
	Description   Text     `json:"description"`
	Image         string   `json:"image"`
	Sports        []string `json:"sports"`
	Schools       []string `json:"schools"`
	Capabilities  []string `json:"capabilities"`
	PassType      string   `json:"pass_type"`
	ClipLimit     int64    `json:"clip_limit"`
	DownloadLimit int64    `json:"download_limit"`
}

// Subscription renews every PeriodDays.
type Subscription struct {
	Offer
	OfferKind  string `json:"offer"`
	Period     string `json:"period"`
	PeriodDays int    `json:"period_days"`
	TrialDays  int    `json:"trial_days"`
	Renewal    bool   `json:"renewal"`
}

// Package is a pass. Ends is the month and day ("06-30") on which it ends; Choice is what
// of it a buyer names, "category" or "participant", "" for none.
type Package struct {
	Offer
	Ends       string `json:"ends"`
	IsTeamPass bool   `json:"is_team_pass"`
	Choice     string `json:"choice"`
}

// TeamPass is the pattern of the pass each of Schools sells: {nickname} and
// {short_name} in its texts stand for the school's.
type TeamPass struct {
	Offer
	Ends string `json:"ends"`
}

// SingleEvent is what buying one event gives.
type SingleEvent struct {
	Name         Text     `json:"name"`
	Description  Text     `json:"description"`
	Capabilities []string `json:"capabilities"`
	ClipLimit    int64    `json:"clip_limit"`
}

// Coupon takes PercentOff from a price. A negative ExpiresInDays is in the
// past; MaxRedemptions 0 is without limit.
type Coupon struct {
	Code           string `json:"code"`
	PercentOff     int    `json:"percent_off"`
	ExpiresInDays  int    `json:"expires_in_days"`
	MaxRedemptions int    `json:"max_redemptions"`
	Name           Text   `json:"name"`
}
