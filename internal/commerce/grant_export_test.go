package commerce

// BumpEntitlement is bumpEntitlement, for tests.
var BumpEntitlement = (*Service).bumpEntitlement
