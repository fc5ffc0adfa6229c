package text

// Labelled writes a label, a colon and a value as each language spaces a colon: "Total: 5", in French "Total\u00a0: 5".
func Labelled(language, label, value string) string { return label + Colon(language) + " " + value }

// Colon writes a colon that follows a word. French has a no-break space before it, so that no line begins with a colon.
func Colon(language string) string {
	if language == "fr" {
		return "\u00a0:"
	}
	return ":"
}
