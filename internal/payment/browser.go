package payment

// Sources are what a page's policy must allow for Stripe.js to work, as a
// Content-Security-Policy lists them.
type Sources struct{ Scripts, Frames, Connections string }

// BrowserSources follow https://docs.stripe.com/security/guide, "Content security policy".
func BrowserSources() Sources {
	const own = "https://js.stripe.com https://*.js.stripe.com"
	return Sources{Scripts: own, Frames: own + " https://hooks.stripe.com", Connections: "https://api.stripe.com"}
}
