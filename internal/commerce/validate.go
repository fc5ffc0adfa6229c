package commerce

import (
	"slices"
	"strings"

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
	require(aliasPattern.MatchString(p.Alias), "alias", "invalid_alias", "An alias can have lower-case letters, digits and hyphens")
	require(p.Kind == KindPackage || p.Kind == KindSubscription, "kind", "invalid_kind", "The kind must be package or subscription")
	require(slices.Contains(types, p.Type), "type", "invalid_type", "The type must be one of: "+list(types))
	require(slices.Contains([]string{"", "month", "year"}, p.Period), "period", "invalid_period", "The period must be month or year")
	require(!p.Name.IsEmpty(), "name", "required", "Field is required")
	require(p.Currency == "CAD" || p.Currency == "USD", "currency", "invalid_currency", "The currency must be CAD or USD")
	require(p.BasePrice >= 0 && p.BasePrice <= maxPrice, "base_price", "out_of_range", "The price must be between 0 and 100,000.00")
	require(p.ServiceFee >= 0 && p.ServiceFee <= maxPrice, "service_fee", "out_of_range", "The fee must be between 0 and 100,000.00")
	require(p.TrialDays >= 0 && p.TrialDays <= maxTrialDays, "trial_period", "out_of_range", "The trial must be between 0 and 365 days")
	require(p.TrialDays == 0 || p.Kind == KindSubscription, "trial_period", "no_subscription", "Only a subscription can have a trial")
	require(p.ClipLimit >= 0 && p.ClipLimit <= maxUses, "clip_limit", "out_of_range", "The limit must be between 0 and 100000")
	require(p.DownloadLimit >= 0 && p.DownloadLimit <= maxUses, "download_limit", "out_of_range", "The limit must be between 0 and 100000")
	require(p.PassType == "" || p.PassType == PassAddition, "pass_type", "invalid_pass_type", "The pass type must be addition, or left out")
	require(p.Ends.IsZero() || p.Type == TypeSeason, "ends", "no_season", "Only a season pass can have an end")
	switch p.Choice {
	case ChooseNothing:
	case ChooseCategory:
		require(p.offersChoice(p.Categories, p.Participants), "choice", "nothing_to_choose", "An offer with a choice must list two or more things to choose from, all of the kind that is chosen")
	case ChooseParticipant:
		require(p.offersChoice(p.Participants, p.Categories), "choice", "nothing_to_choose", "An offer with a choice must list two or more things to choose from, all of the kind that is chosen")
	default:
		require(false, "choice", "invalid_choice", "The choice must be category or participant, or left out")
	}
	for _, c := range p.Capabilities {
		require(slices.Contains(capabilities, c), "capabilities", "invalid_capability", "A capability must be one of: "+list(capabilities))
	}
	if len(fields) > 0 {
		return fault.InvalidFields(fields...)
	}
	return nil
}

// list names values as errors do.
func list[T ~string](values []T) string {
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = string(v)
	}
	return strings.Join(names, ", ")
}

// offersChoice reports whether a buyer can name one of a list: a pass, not what renews,
// and not what covers something besides.
func (p *Package) offersChoice(list, besides []int64) bool {
	return p.Kind == KindPackage && p.Type != TypeEvent && len(list) > 1 && len(besides) == 0
}
