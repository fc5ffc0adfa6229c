package pack

import (
	"maps"
	"path"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"go.yaml.in/yaml/v3"
)

// fullTree is a pack that uses every field: a new channel's, with its examples.
func fullTree(t *testing.T) fstest.MapFS {
	t.Helper()
	tree := starterTree(t, begun, func(name, content string) string {
		if !strings.HasSuffix(name, ".yaml") {
			return content
		}
		return strings.Replace(anExample.ReplaceAllString(content, "$1"), "offers: []", "offers:", 1)
	})
	for _, name := range []string{"images/wide.png", "images/ad.mp4", "films/goals.mp4"} {
		tree[name] = league()[name]
	}
	tree["images/icon-192.png"] = &fstest.MapFile{Data: still(192, 192)}
	return tree
}

// place is a field of a file that has a value: the mapping that holds it.
type place struct {
	id, file string
	doc      fieldDoc
	within   *yaml.Node
	at       int // of the field's value in the mapping's content
}

// placesOf finds each field of a type in a document, the first time that it occurs.
func (r reference) placesOf(file string, of reflect.Type, node *yaml.Node, found map[string]place) {
	switch of.Kind() {
	case reflect.Pointer:
		r.placesOf(file, of.Elem(), node, found)
		return
	case reflect.Slice:
		for _, item := range node.Content {
			r.placesOf(file, of.Elem(), item, found)
		}
		return
	case reflect.Struct:
	default:
		return
	}
	for f := range of.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		for i := 0; i+1 < len(node.Content); i += 2 {
			if node.Content[i].Value != name {
				continue
			}
			id := of.Name() + "." + f.Name
			if _, known := found[id]; !known && of.Name() != "" {
				doc := r.read(id, r.docs.comments[id])
				doc.values = r.sets[id]
				doc.kind, _ = kindOfField(f.Type)
				found[id] = place{id, file, doc, node, i + 1}
			}
			r.placesOf(file, f.Type, node.Content[i+1], found)
		}
	}
}

// eachField calls a function for each field of a full pack.
func eachField(t *testing.T, try func(p place, check func() error)) {
	t.Helper()
	r, tree := newReference(t), fullTree(t)
	var state State
	for _, part := range state.parts() {
		var document yaml.Node
		if err := yaml.Unmarshal(tree[part.file].Data, &document); err != nil {
			t.Fatal(err)
		}
		found := map[string]place{}
		r.placesOf(part.file, reflect.TypeOf(part.into).Elem(), document.Content[0], found)
		for _, p := range found {
			try(p, func() error {
				content, err := yaml.Marshal(&document)
				if err != nil {
					t.Fatal(err)
				}
				changed := maps.Clone(tree)
				changed[p.file] = &fstest.MapFile{Data: content}
				_, err = Read(changed, nil)
				return err
			})
		}
	}
}

func TestTheReferenceSaysWhichFieldsAreRequired(t *testing.T) {
	fields := 0
	eachField(t, func(p place, check func() error) {
		fields++
		content := p.within.Content
		p.within.Content = append(append([]*yaml.Node{}, content[:p.at-1]...), content[p.at+1:]...)
		err := check()
		p.within.Content = content
		own := err != nil && refusalOf(p, err)
		if own != p.doc.required {
			t.Errorf("%s: required %v, and without it: %v", p.id, p.doc.required, err)
		}
	})
	if fields < 120 {
		t.Errorf("%d fields were tried", fields)
	}
}

// neededTogether are fields that are not required, which the examples need for another field: their absence is refused.
func neededTogether() []string {
	return []string{
		"MenuItem.URL", "MenuItem.Title", "MenuItem.Target", "MenuItem.Type", "Slide.Target", "Part.Film", "Part.Event", "Part.Title", "Preroll.File", "Preroll.VAST",
		"Preroll.Live", "Preroll.VOD", "Coupon.Percent", "Coupon.Amount", "Field.Options", "Settings.RecaptchaSiteKey", "Settings.StripeKey",
		"Settings.GoogleClientID", "Settings.FacebookAppID", "Settings.RemoteAuth",
		"Offer.Participants", "Catalog.Categories", "Channel.Secrets", "Channel.Settings", "Channel.ContactEmail",
	}
}

// unknownName matches a refusal of a name that nothing has.
var unknownName = regexp.MustCompile(`there is no |is not known|the schedule has no |is not a sport of the channel`)

// refusalOf reports whether a field's absence is what was refused. What refers to it is refused as well, and does not count.
func refusalOf(p place, err error) bool {
	for _, together := range neededTogether() {
		if p.id == together {
			return false
		}
	}
	return !unknownName.MatchString(err.Error()) || strings.Contains(err.Error(), "required") || strings.Contains(err.Error(), "alias:")
}

func TestTheReferenceNamesTheValuesOfClosedSets(t *testing.T) {
	tried := map[string]bool{}
	eachField(t, func(p place, check func() error) {
		if len(p.doc.values) == 0 {
			return
		}
		tried[p.id] = true
		was := p.within.Content[p.at]
		complains := func(value string) bool {
			p.within.Content[p.at] = valueNode(p.doc.kind, value)
			err := check()
			p.within.Content[p.at] = was
			if err == nil {
				return false
			}
			name := p.within.Content[p.at-1].Value
			return strings.Contains(err.Error(), path.Base(name)+": ") && !strings.Contains(err.Error(), "two or more things to choose") ||
				strings.Contains(err.Error(), "is not the name of a secret")
		}
		for _, value := range p.doc.values {
			if complains(value) {
				t.Errorf("%s: %q is refused", p.id, value)
			}
		}
		nonsense := "nonsense"
		if p.id == "Settings.LiveSizes" {
			nonsense = "721"
		}
		if !complains(nonsense) {
			t.Errorf("%s: %q is taken", p.id, nonsense)
		}
	})
	for id := range newReference(t).sets {
		if strings.Contains(id, ".") && !tried[id] {
			t.Errorf("%s was not tried", id)
		}
	}
}

// valueNode is a field's value with one value of its closed set.
func valueNode(kind, value string) *yaml.Node {
	scalar := &yaml.Node{Kind: yaml.ScalarNode, Value: value}
	switch {
	case strings.HasPrefix(kind, "list"):
		return &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{scalar}}
	case kind == "mapping":
		return &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{scalar, {Kind: yaml.ScalarNode, Value: "${NAME}"}}}
	}
	return scalar
}
