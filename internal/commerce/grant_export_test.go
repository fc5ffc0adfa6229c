package commerce

// What tests ask that only this package's own code does.
var (
	BumpEntitlement = (*Service).bumpEntitlement
	RefuseBought    = (*Service).refuseBought
	Payers          = (*Wish).payers
	Allowed         = (*Wish).allowed
	ShareAmong      = shareAmong
	NamedOrder      = namedOrder
)
