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
	screenSkeleton  = "screen" // of a TV
)

// outline is what the template of a skeleton is given.
type outline struct {
	Heading string
	Hero    *Hero
}

// paintSkeleton paints the outline of a screen. The app replaces it with the screen.
func paintSkeleton(route route, view View, lang string) (template.HTML, error) {
	name, out := route.skeleton, outline{Heading: view.Title, Hero: view.Hero}
	switch {
	case name == "":
		return "", nil // the binary has no web app, and the page says so
	case view.NotFound && name != frameSkeleton:
		name = messageSkeleton
		out.Heading = firstOf(lostHeadings[lang][route.kind], out.Heading)
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
		"loading": "Loading…", "late": "This page takes longer than usual.", "reload": "Load it again",
		"noscript":       "This site needs JavaScript. Turn it on in your browser, then load this page again.",
		"noscript-video": "This site needs JavaScript to play video. Turn it on in your browser, then load this page again.",
		"noscript-form":  "This site needs JavaScript to send a form. Turn it on in your browser, then load this page again.",
		"missing":        "This server was built without its web app. Run “make build”.",
	},
	"fr": {
		"skip": "Aller au contenu", "live": "En direct",
		"loading": "Chargement…", "late": "Cette page met plus de temps que d’habitude.", "reload": "La charger de nouveau",
		"noscript":       "Ce site a besoin de JavaScript. Activez-le dans votre navigateur, puis chargez la page de nouveau.",
		"noscript-video": "Ce site a besoin de JavaScript pour lire les vidéos. Activez-le dans votre navigateur, puis chargez la page de nouveau.",
		"noscript-form":  "Ce site a besoin de JavaScript pour envoyer un formulaire. Activez-le dans votre navigateur, puis chargez la page de nouveau.",
		"missing":        "Ce serveur a été construit sans son application web. Lancez « make build ».",
	},
}
