package api

import "slices"

// emptyScreens are the paths of the app's screens that the channel's configuration leaves without content: nothing is on
// sale, no question is answered, no contact is given. Menus and footers leave out links to them.
func (v *view) emptyScreens() []string {
	out := []string{}
	add := func(path string, empty bool) {
		if empty {
			out = append(out, path)
		}
	}
	// Single tickets are sold on the page of their event.
	onShelf := func(p PackageDTO) bool { return p.Type != "event" }
	isPass := func(p PackageDTO) bool { return onShelf(p) && p.PassType != "addition" }
	packages, subscriptions := v.packages.body.Data, v.subscriptions.body.Data
	add("/packages", len(subscriptions) == 0 && !slices.ContainsFunc(packages, onShelf))
	add("/packages/passes", !slices.ContainsFunc(packages, isPass))
	add("/faq", len(v.questionDTOs()) == 0)
	_, err := v.site.Form("contacts")
	add("/contacts", err != nil && v.channel.Settings.ContactEmail == "")
	return out
}
