package site

import (
	"context"
	"strings"

	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

// Kinds of the screens about the channel itself.
const (
	kindFAQ    = "faq"
	kindOffers = "offers" // what is sold
	kindOffer  = "offer"  // one product
	kindForm   = "form"
)

// contactsAlias is the form of the contacts screen.
const contactsAlias = "contacts"

// said is a screen's title and description; {name} stands for the channel's name, and
// what depends on its words is left open as package word has it.
type said struct{ title, description string }

// Words of screens in English, then in French.
const (
	aParticipant = "{participant, select, fighter {fighter} athlete {athlete} player {player} artist {artist} other {team}}"
	aGroup       = "{group, select, club {club} gym {gym} league {league} company {company} other {school}}"
	aSport       = "{event, select, show {category} event {category} other {sport}}"
	events       = "{event, select, match {matches} fight {fights} race {races} meet {meets} show {shows} event {events} other {games}}"

	participantPasses = "{participant, select, fighter {forfaits par combattant} athlete {forfaits par athlète} player {forfaits par joueur} artist {forfaits par artiste} other {d’équipe}}"
	lesForfaits       = "{participant, select, fighter {les forfaits par combattant} athlete {les forfaits par athlète} player {les forfaits par joueur} artist {les forfaits par artiste} other {d’équipe}}"
	groupe            = "{group, select, high_school {école} club {club} gym {club} league {ligue} company {compagnie} other {établissement}}"
	sport             = "{event, select, show {catégorie} event {catégorie} other {sport}}"
	evenements        = "{event, select, fight {combats} race {courses} meet {compétitions} show {spectacles} event {événements} other {matchs}}"
)

// screens are the titles and descriptions of screens by path, where no page of the
// channel's own stands there.
var screens = map[string]map[string]said{
	"en": {
		"/faq":                      {"Questions and answers", "How to watch {name}, what passes cover, and what to do when something does not work."},
		"/packages":                 {"Passes and subscriptions", "What {name} costs: monthly and annual subscriptions, season passes and " + aParticipant + " passes."},
		"/packages/passes":          {"Passes", "Season passes and " + aParticipant + " passes from {name}, by " + aSport + " and " + aGroup + "."},
		"/contacts":                 {"Contact us", "Write to {name}."},
		"/simulate":                 {"Watch screen preview", ""},
		"/search":                   {"Search", ""},
		"/offline":                  {"You are offline", ""},
		"/buy":                      {"Checkout", ""},
		"/login":                    {"Log in", ""},
		"/registration":             {"Create an account", ""},
		"/profile":                  {"Your account", ""},
		"/profile/notifications":    {"Notifications", ""},
		"/about":                    {"About {name}", "{name} shows live " + events + " and replays."},
		"/privacy_policy":           {"Privacy policy", "What {name} keeps about you, and why."},
		"/terms_conditions":         {"Terms and conditions", "The terms for watching {name}."},
		"/verify-notice":            {"Check your email", ""},
		"/verify-email":             {"Email verification", ""},
		"/password-reset":           {"Choose a new password", ""},
		"/password-reset-request":   {"Forgot your password?", ""},
		"/profile/edit":             {"Edit profile", ""},
		"/profile/sessions":         {"Devices", ""},
		"/confirm-email":            {"Use this address?", ""},
		"/confirm-account-deletion": {"Delete your account?", ""},
		"/profile/security":         {"Security", ""},
		"/profile/sessions/add":     {"Link a device", ""},
		"/profile/device":           {"Link a device", ""},
		"/activate":                 {"Watch on this screen", ""},
		"/other-device":             {"Go on with your phone", ""},
		"/profile/clips":            {"Clips", ""},
		"/profile/favourites":       {"My favourites", ""},
		"/favourites":               {"My favourites", ""},
		"/reminders/stop":           {"Reminders", ""},
	},
	"fr": {
		"/faq":                      {"Questions et réponses", "Comment regarder {name}, ce que couvrent les forfaits et quoi faire en cas de problème."},
		"/packages":                 {"Forfaits et abonnements", "Ce que coûte {name}\u00a0: abonnements mensuels et annuels, forfaits de saison et " + participantPasses + "."},
		"/packages/passes":          {"Forfaits", "Les forfaits de saison et " + lesForfaits + " de {name}, par " + sport + " et par " + groupe + "."},
		"/contacts":                 {"Nous joindre", "Écrivez à {name}."},
		"/simulate":                 {"Aperçu de l’écran de visionnement", ""},
		"/search":                   {"Recherche", ""},
		"/offline":                  {"Vous êtes hors ligne", ""},
		"/buy":                      {"Paiement", ""},
		"/login":                    {"Se connecter", ""},
		"/registration":             {"Créer un compte", ""},
		"/profile":                  {"Votre compte", ""},
		"/profile/notifications":    {"Notifications", ""},
		"/about":                    {"À propos de la chaîne {name}", "{name} présente des " + evenements + " en direct et en reprise."},
		"/privacy_policy":           {"Politique de confidentialité", "Ce que {name} conserve à votre sujet, et pourquoi."},
		"/terms_conditions":         {"Conditions d’utilisation", "Les conditions pour regarder {name}."},
		"/verify-notice":            {"Consultez vos courriels", ""},
		"/verify-email":             {"Vérification de l’adresse courriel", ""},
		"/password-reset":           {"Choisir un nouveau mot de passe", ""},
		"/password-reset-request":   {"Mot de passe oublié?", ""},
		"/profile/edit":             {"Modifier le profil", ""},
		"/profile/sessions":         {"Appareils", ""},
		"/confirm-email":            {"Utiliser cette adresse?", ""},
		"/confirm-account-deletion": {"Supprimer votre compte?", ""},
		"/profile/security":         {"Sécurité", ""},
		"/profile/sessions/add":     {"Associer un appareil", ""},
		"/profile/device":           {"Associer un appareil", ""},
		"/activate":                 {"Regarder sur cet écran", ""},
		"/other-device":             {"Continuez sur votre téléphone", ""},
		"/profile/clips":            {"Extraits", ""},
		"/profile/favourites":       {"Mes favoris", ""},
		"/favourites":               {"Mes favoris", ""},
		"/reminders/stop":           {"Rappels", ""},
	},
}

// screen is the view of a screen that needs nothing but its path.
func screen(c Channel, path string) View {
	words, ok := screens[c.Lang]["/"+strings.Trim(path, "/")]
	if !ok {
		return View{NotFound: true, Title: notFoundTitles[c.Lang]}
	}
	say := func(s string) string {
		if c.Lang == "fr" && strings.IndexAny(text.Fold(c.Name), "aeiou") == 0 {
			s = strings.ReplaceAll(s, "de {name}", "d’{name}")
		}
		return strings.ReplaceAll(c.Words.Say(s), "{name}", c.Name)
	}
	return View{Title: say(words.title), Description: say(words.description)}
}

// offer is the view of one product; what is not sold by itself is not found.
func (d Domains) offer(ctx context.Context, c Channel, id int64) (View, error) {
	for _, kind := range []commerce.Kind{commerce.KindPackage, commerce.KindSubscription} {
		p, err := d.Commerce.Find(ctx, c.ID, kind, commerce.PackageID(id))
		if fault.KindOf(err) == fault.NotFound || err == nil && p.Type == commerce.TypeEvent {
			continue
		}
		if err != nil {
			return View{}, err
		}
		view := View{Title: in(p.Name, c), Description: summary(in(p.Description, c))}
		if p.Image != "" {
			pictures, err := d.Pictures.Gallery(ctx, c.ID)
			if err != nil {
				return View{}, err
			}
			view.Image, view.Card = d.MediaURL(p.Image), d.shared(p.Image, nil, pictures)
		}
		return view, nil
	}
	return View{NotFound: true, Title: passNotFoundTitles[c.Lang]}, nil
}

var passNotFoundTitles = map[string]string{"en": "Pass not found", "fr": "Forfait introuvable"}

// form is the view of the contacts screen, by its form's own words where it has one.
func (d Domains) form(ctx context.Context, c Channel, path string) (View, error) {
	view := screen(c, path)
	site, err := d.Channels.Site(ctx, channel.ID(c.ID))
	if err != nil {
		return View{}, err
	}
	form, err := site.Form(contactsAlias)
	if err != nil {
		return view, nil //nolint:nilerr // a channel need not have one
	}
	view.Title = firstOf(in(form.Title, c), view.Title)
	view.Description = firstOf(summary(in(form.Intro, c)), view.Description)
	return view, nil
}
