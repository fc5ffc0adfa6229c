package site

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"slices"
)

//go:embed skeleton.html
var skeletonText string

// skeletons are the outlines of screens, by the name that a route gives.
var skeletons = template.Must(template.New("skeletons").Parse(skeletonText))

// Outlines that the server tells apart.
const (
	messageSkeleton = "message" // of what is not found
	frameSkeleton   = "frame"
	screenSkeleton  = "screen"  // of a TV
	offlineSkeleton = "offline" // what the service worker keeps: all of it is text, and none waits for the app
)

// outline is what the template of a skeleton is given.
type outline struct {
	Heading string
	Text    string
	Action  string
	Hero    *Hero
	Board   *Hero
	Live    string
}

// paintSkeleton paints the outline of a screen. The app replaces it with the screen.
func paintSkeleton(route route, view View, lang string) (template.HTML, error) {
	name, out := route.skeleton, outline{Heading: view.Title, Hero: view.Hero, Board: view.Board, Live: paintWords[lang]["live"]}
	switch {
	case name == "":
		return "", nil // the binary has no web app, and the page says so
	case view.NotFound && name != frameSkeleton:
		name = messageSkeleton
		out.Heading = firstOf(lostHeadings[lang][route.kind], out.Heading)
	case name == offlineSkeleton:
		words := paintWords[lang]
		out.Heading, out.Text, out.Action = words["offline"], words["offline-text"], words["offline-retry"]
	}
	var html bytes.Buffer
	if err := skeletons.ExecuteTemplate(&html, "skeleton-"+name, out); err != nil {
		return "", fmt.Errorf("paint the skeleton %s: %w", name, err)
	}
	return template.HTML(html.String()), nil //nolint:gosec // html/template wrote it
}

// noScriptText says what the page needs JavaScript for.
func noScriptText(route route, lang string) string {
	switch {
	case slices.Contains([]string{kindHome, kindEvent, kindEmbed, kindVideo, kindClip, kindClipEmbed}, route.kind):
		return paintWords[lang]["noscript-video"]
	case route.kind == kindForm:
		return paintWords[lang]["noscript-form"]
	}
	return paintWords[lang]["noscript"]
}

// lostHeadings are the app's headings of screens without their subject, by the kind of the route. Other
// kinds have the title of the page.
var lostHeadings = map[string]map[string]string{
	"en": {
		kindUnknown: "Looks like we lose this page", kindVideo: "This video is not in the library",
		kindClip: "Sorry! - Clip Not Found",
	},
	"fr": {
		kindUnknown: "On dirait que nous avons perdu cette page", kindVideo: "Cette vidéo n’est pas dans la vidéothèque",
		kindClip: "Désolé! - Extrait introuvable",
	},
}

// paintWords are the few texts of the first paint. The app has all others.
var paintWords = map[string]map[string]string{
	"en": {
		"skip": "Skip to content", "live": "Live",
		"loading": "Loading…", "late": "This page is taking longer than usual.", "reload": "Reload it",
		"offline": "You are offline", "offline-text": "This page will open as soon as you are back online.", "offline-retry": "Try again",
		"noscript":       "This site needs JavaScript. Turn it on in your browser, then reload this page.",
		"noscript-video": "This site needs JavaScript to play video. Turn it on in your browser, then reload this page.",
		"noscript-form":  "This site needs JavaScript to send a form. Turn it on in your browser, then reload this page.",
		"missing":        "This server was built without its web app. Run “make build”.",
	},
	"fr": {
		"skip": "Aller au contenu", "live": "En direct",
		"loading": "Chargement…", "late": "Cette page prend plus de temps que d’habitude.", "reload": "La recharger",
		"offline": "Vous êtes hors ligne", "offline-text": "Cette page s’ouvrira dès que vous serez reconnecté à Internet.", "offline-retry": "Réessayer",
		"noscript":       "Ce site a besoin de JavaScript. Activez-le dans votre navigateur, puis rechargez la page.",
		"noscript-video": "Ce site a besoin de JavaScript pour lire les vidéos. Activez-le dans votre navigateur, puis rechargez la page.",
		"noscript-form":  "Ce site a besoin de JavaScript pour envoyer un formulaire. Activez-le dans votre navigateur, puis rechargez la page.",
		"missing":        "Ce serveur a été construit sans son application web. Lancez «\u00a0make build\u00a0».",
	},
}
