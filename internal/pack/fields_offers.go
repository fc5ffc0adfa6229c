package pack

// Offer is one product of offers.yaml. Prices are in cents of the channel's currency.
type Offer struct {
	// Alias is the name in coupons and in later versions of the pack.
	// Values: 1 to 99 lower-case letters, digits and hyphens.
	// Required.
	Alias string `yaml:"alias"`
	// Kind is whether the product is bought once (package) or renews (subscription).
	// Required.
	Kind string `yaml:"kind"`
	// Type is how long the product lasts. event: a ticket for one game, with the price that the schedule gives the game. month and monthly: 30
	// days. annual: 12 months. season: until "ends". regular: without an end. additional: an add-on, which is sold with another
	// product and opens nothing alone.
	// Required.
	Type string `yaml:"type"`
	// Name is the name of the product.
	// Required.
	Name Words `yaml:"name"`
	// Description is what the product includes, in the channel's words.
	Description Rich `yaml:"description,omitempty"`
	// Offer is another name of the plan. Write "annual" for a plan that is paid by the year.
	Offer string `yaml:"offer,omitempty"`
	// Period is how often a subscription is paid.
	Period string `yaml:"period,omitempty"`
	// BasePrice is the price without taxes.
	// Values: cents, 0 to 10000000.
	// Default: 0.
	BasePrice int64 `yaml:"base_price"`
	// ServiceFee is what viewers see as taxes. It is paid on top of the base price.
	// Values: cents, 0 to 10000000.
	// Default: 0.
	ServiceFee int64 `yaml:"service_fee"`
	// TrialDays is the length of a free trial, in days. Only subscriptions have trials.
	// Values: 0 to 365.
	// Default: no trial.
	TrialDays int `yaml:"trial_days,omitempty"`
	// Renewal is whether the site says that the product renews.
	// Default: false.
	Renewal bool `yaml:"renewal,omitempty"`
	// Image is the picture of the product.
	Image File `yaml:"image,omitempty"`
	// IsTeamPass is whether the product is listed with the team passes.
	// Default: false.
	IsTeamPass bool `yaml:"team_pass,omitempty"`
	// PassType marks an add-on, as the type additional does.
	PassType string `yaml:"pass_type,omitempty"`
	// Choice is what the buyer picks: one of the categories, or one of the participants. The buyer holds that one alone. The
	// product is a package with two or more of them.
	// Default: nothing; the buyer holds all that the product covers.
	Choice string `yaml:"choice,omitempty"`
	// Weight is the place in lists: the heaviest product comes first.
	// Default: 0.
	Weight int `yaml:"weight"`
	// ClipLimit is the number of clips that one purchase includes.
	// Values: 1 to 100000.
	// Default: no limit.
	ClipLimit int64 `yaml:"clip_limit,omitempty"`
	// DownloadLimit is the number of downloads, of games and clips, that one purchase includes.
	// Values: 1 to 100000.
	// Default: no limit.
	DownloadLimit int64 `yaml:"download_limit,omitempty"`
	// Ends is the moment at which a season pass ends. From then on it is not sold and opens nothing.
	// Values: a moment.
	// Default: no end.
	Ends string `yaml:"ends,omitempty"`
	// Capabilities are what the buyer may do with what the product covers.
	// Default: none.
	Capabilities []string `yaml:"capabilities,flow"`
	// Categories are the sports that the product covers, with those below them.
	// Values: aliases of categories.
	// Default: everything, if no participants are named either.
	Categories []string `yaml:"categories,omitempty,flow"`
	// Participants are the teams that the product covers.
	// Values: aliases of participants.
	// Default: everything, if no categories are named either.
	Participants []string `yaml:"participants,omitempty,flow"`
}

// Coupon is a promo code of offers.yaml. It takes off either a percentage or an amount, of base prices alone.
type Coupon struct {
	// Alias is the code that buyers type.
	// Values: up to 40 capital letters, digits, hyphens and underscores.
	// Required.
	Alias string `yaml:"code"`
	// Percent is the percentage that the code takes off.
	// Values: above 0 and at most 100, with up to two decimals.
	Percent float64 `yaml:"percent,omitempty"`
	// Amount is the amount that the code takes off all products of an order together.
	// Values: cents, 1 to 10000000.
	Amount int64 `yaml:"amount,omitempty"`
	// Starts is the moment from which the code counts.
	// Values: a moment.
	// Default: at once.
	Starts string `yaml:"starts,omitempty"`
	// Ends is the moment from which the code does not count any more.
	// Values: a moment after the start.
	// Default: no end.
	Ends string `yaml:"ends,omitempty"`
	// Uses is how often the code can be used by all buyers together.
	// Default: no limit.
	Uses int64 `yaml:"uses,omitempty"`
	// PerUser is how often one user can use the code.
	// Default: no limit.
	PerUser int64 `yaml:"per_user,omitempty"`
	// Offers are the products for which the code counts. The ticket of single games means every game that is sold by it.
	// Values: aliases of offers.
	// Default: all offers.
	Offers []string `yaml:"offers,omitempty,flow"`
}
