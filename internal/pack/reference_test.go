package pack

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/schedule"
	"github.com/grandstand/grandstand/internal/word"
)

const referencePage = "../../docs/PACK_FIELDS.md"

// fieldDoc is the part of the reference about one field.
type fieldDoc struct {
	path, kind    string
	values        []string // the closed set, if there is one
	about, limits string
	missing       string // what an absent field means
	required      bool
	of            reflect.Type // the fields of each item of a list
}

// sourceDocs are the comments of the fields of structs ("Channel.Key"), of structs ("Channel"), and of typed constants, and the
// values of typed constants by their type.
type sourceDocs struct {
	comments  map[string]string
	constants map[string][]string
}

func readSources(t *testing.T, folder string) sourceDocs {
	t.Helper()
	docs := sourceDocs{map[string]string{}, map[string][]string{}}
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %d files, %v", folder, len(files), err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if d, ok := d.(*ast.GenDecl); ok {
				docs.add(d)
			}
		}
	}
	return docs
}

func (d sourceDocs) add(decl *ast.GenDecl) {
	for _, spec := range decl.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			of, ok := spec.Type.(*ast.StructType)
			if !ok {
				continue
			}
			d.comments[spec.Name.Name] = decl.Doc.Text()
			for _, f := range of.Fields.List {
				for _, name := range f.Names {
					d.comments[spec.Name.Name+"."+name.Name] = f.Doc.Text()
				}
			}
		case *ast.ValueSpec:
			of, typed := spec.Type.(*ast.Ident)
			if !typed || len(spec.Values) != 1 {
				continue
			}
			if literal, ok := spec.Values[0].(*ast.BasicLit); ok && literal.Kind == token.STRING {
				value, _ := strconv.Unquote(literal.Value)
				d.comments[of.Name+"="+value] = spec.Doc.Text()
				if value != "" {
					d.constants[of.Name] = append(d.constants[of.Name], value)
				}
			}
		}
	}
}

// closedSets are the values of fields that have few, from the code that checks them.
func closedSets(t *testing.T) map[string][]string {
	t.Helper()
	constants := func(folder, of string) []string {
		values := readSources(t, "../"+folder).constants[of]
		if len(values) == 0 {
			t.Errorf("%s has no constants of the type %s", folder, of)
		}
		return values
	}
	sets := map[string][]string{
		"Channel.Language": {"en", "fr"}, "Channel.Languages": {"en", "fr"}, "Channel.Currency": {"CAD", "USD"},
		"Channel.StaticBlocks": channel.StaticBlockNames(), "Settings.LiveSizes": {"1080", "720", "480", "360", "240"},
		"Look.Typeface": constants("channel", "Typeface"), "Look.Corners": constants("channel", "Corners"),
		"Membership.Algorithm": constants("social", "Algorithm"), "Participant.Gender": constants("catalog", "Gender"),
		"Offer.Kind": constants("commerce", "Kind"), "Offer.Type": constants("commerce", "Type"), "Offer.Period": {"month", "year"},
		"Offer.PassType": {"addition"}, "Offer.Choice": constants("commerce", "Choice"), "Offer.Capabilities": constants("commerce", "Capability"),
		"MenuItem.Type": constants("channel", "MenuType"), "Slide.Type": constants("channel", "SlideType"), "Field.Type": constants("channel", "FieldType"),
		"Video.Access": constants("vod", "Access"), "status": constants("catalog", "ScheduleStatus"), "access": constants("catalog", "Type"),
		"gender": constants("catalog", "Gender"), "featured": {"yes", "no"},
	}
	for _, name := range channel.SecretNames() {
		sets["Channel.Secrets"] = append(sets["Channel.Secrets"], string(name))
	}
	for _, choice := range (word.Kinds{}).Choices() {
		sets["Vocabulary."+strings.ToUpper(choice.Name[:1])+choice.Name[1:]] = choice.Kinds
	}
	return sets
}

// reference builds the parts of the page.
type reference struct {
	*testing.T
	docs sourceDocs
	sets map[string][]string
}

func newReference(t *testing.T) reference {
	t.Helper()
	return reference{t, readSources(t, "."), closedSets(t)}
}

// fields are the fields of a struct, with those of structs in it.
func (r reference) fields(of reflect.Type, prefix string) (out []fieldDoc) {
	for f := range of.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if name == "-" || name == "" {
			continue
		}
		id := of.Name() + "." + f.Name
		doc := r.read(id, r.docs.comments[id])
		doc.path, doc.values = prefix+name, r.sets[id]
		doc.kind, doc.of = kindOfField(f.Type)
		if len(doc.values) == 0 && doc.limits != "" {
			doc.kind += ": " + strings.TrimSuffix(doc.limits, ".")
		}
		out = append(out, doc)
		if f.Type.Kind() == reflect.Struct {
			out = append(out, r.fields(f.Type, doc.path+".")...)
		}
	}
	return out
}

// read splits a comment.
func (r reference) read(id, comment string) fieldDoc {
	var doc fieldDoc
	comment = strings.Join(strings.Fields(comment), " ")
	comment, doc.required = strings.CutSuffix(comment, " Required.")
	comment, doc.missing, _ = strings.Cut(comment, " Default: ")
	comment, doc.limits, _ = strings.Cut(comment, " Values: ")
	_, doc.about, _ = strings.Cut(comment, " ")
	for _, verb := range []string{"is ", "are "} {
		doc.about = strings.TrimPrefix(doc.about, verb)
	}
	if len(doc.about) < 10 || !strings.HasSuffix(doc.about, ".") {
		r.Errorf("%s needs a comment with a sentence that the reference can print: %q", id, comment)
		return doc
	}
	doc.about = strings.ToUpper(doc.about[:1]) + doc.about[1:]
	return doc
}

// kindOfField is the type of a field in words, and for a list of mappings the type of its items.
func kindOfField(of reflect.Type) (kind string, item reflect.Type) {
	switch of {
	case reflect.TypeFor[Words]():
		return "text, or a text for each language", nil
	case reflect.TypeFor[Rich]():
		return "long text, or one for each language", nil
	case reflect.TypeFor[File]():
		return "picture", nil
	case reflect.TypeFor[Film]():
		return "path in the pack", nil
	}
	switch of.Kind() { //nolint:exhaustive // others are no fields of packs
	case reflect.Slice:
		if of.Elem().Kind() == reflect.Struct {
			return "list", of.Elem()
		}
		kind, _ = kindOfField(of.Elem())
		return "list of " + kind + "s", nil
	case reflect.Map:
		return "mapping", nil
	case reflect.Struct:
		return "mapping", nil
	case reflect.Bool:
		return "true or false", nil
	case reflect.Int, reflect.Int64:
		return "whole number", nil
	case reflect.Float64:
		return "number", nil
	}
	return "text", nil
}

func (d fieldDoc) row() string {
	kind, missing := d.kind, strings.TrimSuffix(d.missing, ".")
	if len(d.values) > 0 {
		kind = "`" + strings.Join(d.values, "`, `") + "`"
		switch {
		case d.kind == "mapping":
			kind = "mapping of " + kind
		case strings.HasPrefix(d.kind, "list"):
			kind = "list of " + kind
		}
		if d.limits != "" {
			kind += "; " + strings.TrimSuffix(d.limits, ".")
		}
	}
	switch {
	case d.required:
		missing = "**required**"
	case missing == "":
		missing = "none"
	}
	return fmt.Sprintf("| `%s` | %s | %s | %s |\n", d.path, escaped(kind), escaped(missing), escaped(d.about))
}

// escaped keeps Markdown from reading <key> as HTML.
func escaped(s string) string { return strings.ReplaceAll(s, "<", "&lt;") }

const referenceHead = `# Fields of a channel pack

` + "`scripts/generate`" + ` writes this page from the comments in ` + "`internal/pack`" + ` and from the code that checks packs. Do not edit it by hand.
[PACKS.md](PACKS.md) says how a pack is made and applied.

- **Text, or a text for each language**: ` + "`Hockey`" + `, or ` + "`{en: Schedule, fr: Calendrier}`" + `. A language without a text shows the channel's own language.
- **Long text**: the same, as Markdown, or as HTML if it begins with ` + "`<`" + `. Scripts, styles and forms are removed.
- **Picture**: the path of a file in the pack, or an https address: JPEG, PNG, WebP, GIF or SVG without scripts. Give pictures large; smaller sizes are
  made from them.
- **Moment**: ` + "`2027-07-01`, `\"2027-07-01 19:00\"`, `today` or `today+30 19:00`" + `, in the channel's time zone.
- **Cents**: hundredths of the channel's currency. 899 is 8.99.
- **None** in the column "if absent": the site does without it.
`

// page is the whole page.
func (r reference) page() string {
	var out strings.Builder
	out.WriteString(referenceHead)
	var state State
	for _, p := range state.parts() {
		of := reflect.TypeOf(p.into).Elem()
		fmt.Fprintf(&out, "\n## %s\n", p.file)
		if of.Name() == "" { // lists of a file
			for f := range of.Fields() {
				name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
				r.writeTable(&out, name, f.Type.Elem().Elem(), true)
			}
			continue
		}
		r.writeTable(&out, "", of, false)
	}
	r.writeSchedule(&out)
	return out.String()
}

// writeTable writes the fields of a type, then those of the lists in it.
func (r reference) writeTable(out *strings.Builder, title string, of reflect.Type, isItem bool) {
	_, about, _ := strings.Cut(strings.Join(strings.Fields(r.docs.comments[of.Name()]), " "), " ")
	for _, start := range []string{"is ", "are "} {
		about = strings.TrimPrefix(about, start)
	}
	if file, rest, named := strings.Cut(about, ": "); named && strings.HasSuffix(file, ".yaml") {
		about = rest
	}
	if about == "" {
		r.Errorf("the type %s needs a comment", of.Name())
		return
	}
	if title != "" {
		fmt.Fprintf(out, "\n### %s\n", "`"+title+"`")
	}
	if isItem {
		about = "Each item: " + about
	} else {
		about = strings.ToUpper(about[:1]) + about[1:]
	}
	fmt.Fprintf(out, "\n%s\n\n| field | values | if absent | |\n| --- | --- | --- | --- |\n", about)
	fields := r.fields(of, "")
	for _, f := range fields {
		out.WriteString(f.row())
	}
	for _, f := range fields {
		if f.of != nil && f.of != of {
			name := f.path
			if title != "" {
				name = title + "." + name
			}
			r.writeTable(out, name, f.of, true)
		}
	}
}

// writeSchedule writes the columns of schedule.csv.
func (r reference) writeSchedule(out *strings.Builder) {
	docs := readSources(r.T, "../schedule")
	out.WriteString("\n## schedule.csv\n\nThe first line names the columns, in any order. [SCHEDULES.md](SCHEDULES.md) says which other names and forms an import reads.\n" +
		"\n| column | values | if absent or empty | |\n| --- | --- | --- | --- |\n")
	for _, field := range schedule.ExportFields() {
		doc := r.read("the column "+string(field), docs.comments["Field="+string(field)])
		doc.path, doc.values, doc.kind = string(field), r.sets[string(field)], strings.TrimSuffix(doc.limits, ".")
		if len(doc.values) > 0 {
			doc.limits = ""
		}
		out.WriteString(doc.row())
	}
}

func TestTheReferenceOfFieldsIsCurrent(t *testing.T) {
	page := newReference(t).page()
	if os.Getenv("UPDATE") != "" && !t.Failed() {
		if err := os.WriteFile(referencePage, []byte(page), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	is, err := os.ReadFile(referencePage)
	if err != nil {
		t.Fatal(err)
	}
	if string(is) != page {
		t.Error("docs/PACK_FIELDS.md is not what the code says: run scripts/generate")
	}
	for _, field := range fieldsOf(reflect.TypeFor[State](), map[reflect.Type]bool{}) {
		if !strings.Contains(page, "`"+field+"`") && !strings.Contains(page, "."+field+"`") {
			t.Errorf("the reference has no %q", field)
		}
	}
}

func TestEveryClosedSetBelongsToAField(t *testing.T) {
	r := newReference(t)
	known := slices.Collect(maps.Keys(r.docs.comments))
	for _, field := range schedule.ExportFields() {
		known = append(known, string(field))
	}
	for id := range r.sets {
		if !slices.Contains(known, id) {
			t.Errorf("there is no field %s", id)
		}
	}
}
