package picture

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// styleRules are the rules of a drawing's style elements by what they select: ".class", "#id", an
// element's name, or "*".
type styleRules struct {
	by    map[string][]styleRule
	count int
}

type styleRule struct {
	element      string   // "" for any
	marks        []string // classes and ids that an element must have, such as ".st0"
	rank         int      // specificity, then the order in the drawing (CSS Cascading 4, 6.1)
	declarations []declaration
}

type declaration struct{ property, value string }

// maxStyleRules bounds the selectors of a drawing.
const maxStyleRules = 1_000

var (
	cssComment = regexp.MustCompile(`(?s)/\*.*?(?:\*/|$)`)
	// simpleSelector selects by an element's name, classes and ids alone. Others are dropped.
	simpleSelector = regexp.MustCompile(`^(\*|[A-Za-z][A-Za-z0-9]*)?((?:[.#][A-Za-z0-9_-]+)*)$`)
	selectorMark   = regexp.MustCompile(`[.#][A-Za-z0-9_-]+`)
)

// add reads the text of a style element. Rules whose selectors are not simple, and those for
// screens or fonts, are dropped; what could fetch something is a fault.
func (s *styleRules) add(css string, unsafe *unsafeDrawing) {
	css = cssComment.ReplaceAllString(css, "")
	for css != "" {
		selectors, rest, isBlock := strings.Cut(css, "{")
		if before, _, found := strings.Cut(selectors, ";"); found || !isBlock { // a statement such as @import
			unsafe.inspectStatement(before)
			if !found {
				return
			}
			css = css[len(before)+1:]
			continue
		}
		selectors = strings.TrimSpace(selectors)
		var body string
		body, css = cutBlock(rest)
		if strings.HasPrefix(selectors, "@") {
			unsafe.inspectStatement(selectors)
			unsafe.inspectCSS(body)
			continue
		}
		declarations := readDeclarations(body, unsafe)
		for selector := range strings.SplitSeq(selectors, ",") {
			s.addRule(strings.TrimSpace(selector), declarations, unsafe)
		}
	}
}

// cutBlock returns what stands before the brace that ends a block, and what follows it.
func cutBlock(css string) (body, rest string) {
	depth := 1
	for i, r := range css {
		switch r {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return css[:i], css[i+1:]
			}
		}
	}
	return css, ""
}

func (s *styleRules) addRule(selector string, declarations []declaration, unsafe *unsafeDrawing) {
	parts := simpleSelector.FindStringSubmatch(selector)
	if selector == "" || parts == nil {
		return
	}
	if s.count++; s.count > maxStyleRules {
		unsafe.add(faultLarge, "style")
		return
	}
	rule := styleRule{element: strings.TrimPrefix(parts[1], "*"), marks: selectorMark.FindAllString(parts[2], -1), declarations: declarations}
	specificity := 0
	for _, mark := range rule.marks {
		if mark[0] == '#' {
			specificity += 10_000
		} else {
			specificity += 100
		}
	}
	if rule.element != "" {
		specificity++
	}
	rule.rank = specificity*(maxStyleRules+1) + s.count
	key := cmp.Or(rule.element, "*")
	if len(rule.marks) > 0 {
		key = rule.marks[0]
	}
	if s.by == nil {
		s.by = map[string][]styleRule{}
	}
	s.by[key] = append(s.by[key], rule)
}

// of returns the declarations for an element, the strongest last.
func (s *styleRules) of(element string, marks []string) (found []declaration) {
	var rules []styleRule
	for _, key := range append([]string{"*", element}, marks...) {
		for _, rule := range s.by[key] {
			missing := slices.ContainsFunc(rule.marks, func(mark string) bool { return !slices.Contains(marks, mark) })
			if !missing && (rule.element == "" || rule.element == element) {
				rules = append(rules, rule)
			}
		}
	}
	slices.SortFunc(rules, func(a, b styleRule) int { return cmp.Compare(a.rank, b.rank) })
	for _, rule := range rules {
		found = append(found, rule.declarations...)
	}
	return found
}

// readDeclarations reads the safe properties of a style attribute or of a rule.
func readDeclarations(css string, unsafe *unsafeDrawing) (found []declaration) {
	for one := range strings.SplitSeq(cssComment.ReplaceAllString(css, ""), ";") {
		property, value, _ := strings.Cut(one, ":")
		property = strings.ToLower(strings.TrimSpace(property))
		value, _, _ = strings.Cut(value, "!") // important
		cleaned, fault, ok := cleanValue(value)
		unsafe.add(fault, "style "+property)
		if ok && cleaned != "" && slices.Contains(properties, property) {
			found = append(found, declaration{property, cleaned})
		}
	}
	return found
}

// inspectStatement refuses rules of CSS that load something.
func (e *unsafeDrawing) inspectStatement(css string) {
	if strings.HasPrefix(strings.ToLower(strings.TrimSpace(css)), "@import") {
		e.add(faultReference, "@import")
		return
	}
	e.inspectCSS(css)
}

// inspectCSS refuses what is dropped anyway if it shows that the drawing needs something outside of it.
func (e *unsafeDrawing) inspectCSS(css string) {
	for one := range strings.FieldsFuncSeq(css, func(r rune) bool { return strings.ContainsRune(";{}", r) }) {
		_, fault, _ := cleanValue(strings.ReplaceAll(one, "@", ""))
		e.add(fault, "style")
	}
}
