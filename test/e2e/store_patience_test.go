//go:build e2e

package e2e

import "time"

// storePatience is how long servers hold an encoder back while they cannot store. It is long, because these tests demand a
// recording without a gap, and a slow machine needs longer for the same steps than servers hold an encoder back by default.
const storePatience = 10 * time.Minute

// patientStore is the setting of storePatience.
func patientStore() string { return "GRANDSTAND_STORE_PATIENCE=" + storePatience.String() }
