package stripesim

import (
	"errors"
	"net/url"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Bounds of a form: no request of ours comes near them.
const (
	maxPairs = 2000
	maxDepth = 10
	maxBody  = 1 << 20
)

var (
	errFormSize  = errors.New("too many parameters")
	errFormDepth = errors.New("the parameters are nested too deeply")
	errFormName  = errors.New("a parameter's name has unbalanced brackets")
	errFormText  = errors.New("a parameter is not valid UTF-8 without NUL")
	errFormMixed = errors.New("a parameter is both a value and a group")
)

// params is a form in Stripe's encoding: a[b][0]=c. A leaf holds a value; anything else holds parameters by their
// name. The zero value, and a nil one, is an absent parameter.
type params struct {
	value string
	leaf  bool
	kids  map[string]*params
}

// parseForm reads application/x-www-form-urlencoded text.
func parseForm(text string) (*params, error) {
	root := &params{}
	if text == "" {
		return root, nil
	}
	pairs := strings.Split(text, "&")
	if len(pairs) > maxPairs {
		return nil, errFormSize
	}
	for _, pair := range pairs {
		if pair == "" {
			continue
		}
		name, value, _ := strings.Cut(pair, "=")
		name, err := url.QueryUnescape(name)
		if err != nil {
			return nil, errFormText
		}
		value, err = url.QueryUnescape(value)
		if err != nil || !plainText(name) || !plainText(value) {
			return nil, errFormText
		}
		path, err := splitName(name)
		if err != nil {
			return nil, err
		}
		if err := root.set(path, value); err != nil {
			return nil, err
		}
	}
	return root, nil
}

func plainText(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsRune(s, 0)
}

// splitName splits a[b][] into a, b and an empty name.
func splitName(name string) ([]string, error) {
	first, rest, nested := strings.Cut(name, "[")
	if strings.Contains(first, "]") || first == "" {
		return nil, errFormName
	}
	path := []string{first}
	for nested {
		if len(path) >= maxDepth {
			return nil, errFormDepth
		}
		var part string
		var closed bool
		part, rest, closed = strings.Cut(rest, "]")
		if !closed || strings.Contains(part, "[") {
			return nil, errFormName
		}
		path = append(path, part)
		if rest == "" {
			break
		}
		if rest[0] != '[' {
			return nil, errFormName
		}
		rest = rest[1:]
	}
	return path, nil
}

// set puts a value at path. An empty name is the next number of a list; the same name again replaces the value.
func (p *params) set(path []string, value string) error {
	for _, name := range path {
		if p.leaf {
			return errFormMixed
		}
		if p.kids == nil {
			p.kids = map[string]*params{}
		}
		if name == "" {
			name = strconv.Itoa(len(p.kids))
		}
		next := p.kids[name]
		if next == nil {
			next = &params{}
			p.kids[name] = next
		}
		p = next
	}
	if p.kids != nil {
		return errFormMixed
	}
	p.leaf, p.value = true, value
	return nil
}

// at returns the parameter under the names, or nil.
func (p *params) at(names ...string) *params {
	for _, name := range names {
		if p == nil {
			return nil
		}
		p = p.kids[name]
	}
	return p
}

// has tells whether a parameter was sent, be it empty.
func (p *params) has(names ...string) bool { return p.at(names...) != nil }

// str is the value under the names, or "".
func (p *params) str(names ...string) string {
	if found := p.at(names...); found != nil {
		return found.value
	}
	return ""
}

// names are the parameters' names in order: numbers by their size, then text.
func (p *params) names() []string {
	if p == nil {
		return nil
	}
	out := make([]string, 0, len(p.kids))
	for name := range p.kids {
		out = append(out, name)
	}
	sort.Slice(out, func(i, j int) bool {
		a, errA := strconv.Atoi(out[i])
		b, errB := strconv.Atoi(out[j])
		if errA == nil && errB == nil && a != b {
			return a < b
		}
		if (errA == nil) != (errB == nil) {
			return errA == nil
		}
		return out[i] < out[j]
	})
	return out
}

// list returns the parameters of a list in order.
func (p *params) list(name string) []*params {
	group := p.at(name)
	var out []*params
	for _, number := range group.names() {
		out = append(out, group.kids[number])
	}
	return out
}

// values returns the values of a list in order.
func (p *params) values(name string) []string {
	var out []string
	for _, entry := range p.list(name) {
		if entry.leaf {
			out = append(out, entry.value)
		}
	}
	return out
}

// canonical is the form as one text that is the same for the same parameters in any order.
func (p *params) canonical() string {
	var out strings.Builder
	p.write(&out, "")
	return out.String()
}

func (p *params) write(out *strings.Builder, prefix string) {
	if p.leaf {
		out.WriteString(prefix + "=" + url.QueryEscape(p.value) + "&")
		return
	}
	for _, name := range p.names() {
		p.kids[name].write(out, prefix+"["+url.QueryEscape(name)+"]")
	}
}
