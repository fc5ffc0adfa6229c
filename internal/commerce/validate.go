package commerce

import (
	"slices"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

// maxPrice is far above any pass, in minor units: a larger amount is a mistake.
const maxPrice = 100_000_00

// maxUses is far above what a pass that has a limit includes, of clips or downloads.
const maxUses = 100_000

// maxTrialDays is the longest trial.
const maxTrialDays = 365

var (
	aliasPattern = text.NewPattern(`^(?:[a-z0-9][a-z0-9-]{0,98})?$`)

	types        = []Type{TypeAnnual, TypeMonth, TypeMonthly, TypeSeason, TypeEvent, TypeAdditional, TypeRegular}
	capabilities = []Capability{Watch, Download, Clipping, DownloadClip, NoAds, VODMedia}
)

// Validate reports everything that is wrong with a package by itself: Invalid with the
// fields.
func (p *Package) Validate() error {
	var fields []fault.Field
	require := func(ok bool, field, code, message string) {
		if !ok {
			fields = append(fields, fault.Field{Field: field, Code: code, Message: message})
		}
	}
	require(aliasPattern.MatchString(p.Alias), "alias", "invalid_alias", "An alias has small letters, digits and dashes")
	require(p.Kind == KindPackage || p.Kind == KindSubscription, "kind", "invalid_kind", "A product is a package or a subscription")
	require(slices.Contains(types, p.Type), "type", "invalid_type", "The type is not one of the specification's")
	require(!p.Name.IsEmpty(), "name", "required", "Field is required")
	require(p.Currency == "CAD" || p.Currency == "USD", "currency", "invalid_currency", "The currency is CAD or USD")
	require(p.BasePrice >= 0 && p.BasePrice <= maxPrice, "base_price", "out_of_range", "The price is out of range")
	require(p.ServiceFee >= 0 && p.ServiceFee <= maxPrice, "service_fee", "out_of_range", "The fee is out of range")
	require(p.TrialDays >= 0 && p.TrialDays <= maxTrialDays, "trial_period", "out_of_range", "The trial is out of range")
	require(p.TrialDays == 0 || p.Kind == KindSubscription, "trial_period", "no_subscription", "Only a subscription has a trial")
	require(p.ClipLimit >= 0 && p.ClipLimit <= maxUses, "clip_limit", "out_of_range", "The limit is out of range")
	require(p.DownloadLimit >= 0 && p.DownloadLimit <= maxUses, "download_limit", "out_of_range", "The limit is out of range")
	require(p.PassType == "" || p.PassType == PassAddition, "pass_type", "invalid_pass_type", "The pass type is empty or addition")
	require(p.Ends.IsZero() || p.Type == TypeSeason, "ends", "no_season", "Only a season pass has an end")
	switch p.Choice {
	case ChooseNothing:
	case ChooseCategory:
		require(p.offersChoice(p.Categories, p.Participants), "choice", "nothing_to_choose", "A choice needs two or more of what is chosen, and nothing else")
	case ChooseParticipant:
		require(p.offersChoice(p.Participants, p.Categories), "choice", "nothing_to_choose", "A choice needs two or more of what is chosen, and nothing else")
	default:
		require(false, "choice", "invalid_choice", "The choice is empty, category or participant")
	}
	for _, c := range p.Capabilities {
		require(slices.Contains(capabilities, c), "capabilities", "invalid_capability", "There is no such capability")
	}
	if len(fields) > 0 {
		return fault.InvalidFields(fields...)
	}
	return nil
}

// offersChoice reports whether a buyer can name one of a list: a pass, not what renews,
// and not what covers something besides.
func (p *Package) offersChoice(list, besides []int64) bool {
	return p.Kind == KindPackage && p.Type != TypeEvent && len(list) > 1 && len(besides) == 0
}
