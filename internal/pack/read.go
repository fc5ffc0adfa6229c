package pack

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/zone"
)

// Pack is a folder as it was read: what it says, and the media it brings.
type Pack struct {
	State State

	media     map[string]medium // by key
	sources   map[string]*source
	schedule  []byte          // schedule.csv, nil for none
	scheduled map[string]bool // the names of its events
	pictures  map[string]File // of the schedule, by the names it has for them
	films     map[string]film // by what they are made of
}

// Environment looks a variable up, as os.LookupEnv does.
type Environment func(name string) (value string, ok bool)

// Read reads a folder and checks all of it. The error is Problems: everything that is
// wrong, with file and line. Without an environment secrets are not looked up, and the
// pack can only be checked.
func Read(tree fs.FS, env Environment) (*Pack, error) {
	r := newReader(tree, env)
	state := &r.pack.State
	for _, p := range state.parts() {
		r.pack.sources[p.name] = readSource(tree, p, &r.problems)
		if p.name == "offers" { // the file holds both
			r.pack.sources["coupons"] = r.pack.sources[p.name].beside("coupons")
		}
	}
	if r.pack.sources["channel"].root == nil && len(r.problems) == 0 {
		r.problems.add("channel.yaml", 0, "a pack must contain this file")
	}
	if len(r.problems) > 0 {
		return nil, r.problems.err() // what could not be read would only lead to more
	}
	r.readPages()
	r.readFilms()
	walk(state, r.resolveValue)
	state.normalize()
	r.check()
	r.readSchedule()
	state.sort()
	return r.pack, r.problems.err()
}

// ReadFolder reads the pack in a folder of this machine, with its environment.
func ReadFolder(folder string, env Environment) (*Pack, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	if err := root.Close(); err != nil {
		return nil, err
	}
	return Read(disk(folder), env)
}

// disk is a folder of this machine. Nothing in it, a symbolic link neither, leads out of
// it (os.Root); what is open stays so, the folder itself does not.
type disk string

// Open is part of fs.FS.
func (d disk) Open(name string) (fs.File, error) {
	root, err := os.OpenRoot(string(d))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return root.FS().Open(name)
}

func newReader(tree fs.FS, env Environment) *reader {
	return &reader{tree: tree, env: env, films: map[string]Film{}, pack: &Pack{
		media: map[string]medium{}, sources: map[string]*source{}, pictures: map[string]File{}, films: map[string]film{},
	}}
}

type reader struct {
	tree     fs.FS
	env      Environment
	pack     *Pack
	films    map[string]Film // by the names of their files
	problems Problems
}

// report adds a problem at a path such as ["catalog", "participants", "3", "color"].
func (r *reader) report(path []string, format string, args ...any) {
	s := r.pack.sources[path[0]]
	r.problems.add(s.file, s.line(path[1:]), format, args...)
}

var pageFile = regexp.MustCompile(`^([a-z0-9_-]+)\.(en|fr)\.md$`)

// readPages reads what the pages say from the files beside them.
func (r *reader) readPages() {
	entries, err := fs.ReadDir(r.tree, pagesFolder)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err != nil {
		r.problems.add(pagesFolder, 0, "%s", err)
		return
	}
	for _, entry := range entries {
		name := path.Join(pagesFolder, entry.Name())
		m := pageFile.FindStringSubmatch(entry.Name())
		if m == nil {
			r.problems.add(name, 0, "name the file of a page <alias>.en.md or <alias>.fr.md")
			continue
		}
		i := slices.IndexFunc(r.pack.State.Pages, func(p Page) bool { return p.Alias == m[1] })
		if i < 0 {
			r.problems.add(name, 0, "pages.yaml does not list a page %q", m[1])
			continue
		}
		content, err := readBounded(r.tree, name, maxSource)
		if err != nil {
			r.problems.add(name, 0, "%s", err)
			continue
		}
		page := &r.pack.State.Pages[i]
		if page.Content == nil {
			page.Content = Rich{}
		}
		page.Content[m[2]] = string(content)
	}
}

// readSchedule checks the pack's schedule against its catalogue. It is read again when
// it is applied, against what the channel then has.
func (r *reader) readSchedule() {
	content, err := readBounded(r.tree, scheduleFile, maxSource)
	if errors.Is(err, fs.ErrNotExist) || len(r.problems) > 0 { // what is missing is told already
		return
	}
	if err != nil {
		r.problems.add(scheduleFile, 0, "%s", err)
		return
	}
	r.pack.schedule = content
	ref := r.pack.State.Catalog.reference()
	s, err := readSchedule(content, scheduleFile, scheduleContext{
		channel: &r.pack.State.Channel, aliases: aliasesOf(ref), ofPack: true, now: anyDay,
		picture: func(name string) (File, error) {
			key, err := r.medium(name)
			r.pack.pictures[name] = key
			return key, err
		},
	})
	if err == nil {
		err = s.withLineNumbers(ref.CheckImport(s.events))
	}
	if problems, ok := errors.AsType[Problems](err); ok {
		r.problems = append(r.problems, problems...)
		return
	}
	r.pack.scheduled = make(map[string]bool, len(s.events))
	for _, e := range s.events {
		r.pack.scheduled[e.ExternalID] = true
	}
}

// anyDay stands for today when a schedule is checked. Whether a pack is right does not depend on the day.
var anyDay = time.Date(2001, 1, 15, 12, 0, 0, 0, time.UTC)

// resolveValue replaces a value of a file by the value that the database stores.
func (r *reader) resolveValue(path []string, v reflect.Value) {
	language := r.pack.State.Channel.Language
	switch value := v.Interface().(type) {
	case Words:
		v.Set(reflect.ValueOf(Words(assignLanguage(value, language))))
	case Rich:
		texts := assignLanguage(value, language)
		for code, s := range texts {
			html, err := render(s)
			if err != nil {
				r.report(path, "%s", err)
			}
			texts[code] = html
		}
		v.Set(reflect.ValueOf(Rich(assignLanguage(texts, language))))
	case File:
		v.Set(reflect.ValueOf(r.load(path, value)))
	case Secret:
		v.Set(reflect.ValueOf(r.reveal(path, value)))
	}
}

var variable = regexp.MustCompile(`^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$`)

// reveal looks up a secret. One that is written into the pack is refused: packs are
// kept in repositories and sent around.
func (r *reader) reveal(path []string, s Secret) Secret {
	m := variable.FindStringSubmatch(string(s))
	if m == nil {
		r.report(path, "a secret must come from the environment: write ${NAME}")
		return ""
	}
	if r.env == nil {
		return s
	}
	value, ok := r.env(m[1])
	if !ok || value == "" {
		r.report(path, "the environment variable %s is not set", m[1])
	}
	return Secret(value)
}

// normalize brings what can be written in several ways into the one that the database
// gives back.
func (s *State) normalize() {
	for i, domain := range s.Channel.Domains {
		s.Channel.Domains[i] = channel.CanonicalHost(domain)
	}
	s.Channel.TimeZone = zone.Or(s.Channel.TimeZone)
	for i := range s.Catalog.Locations {
		s.Catalog.Locations[i].TimeZone = zone.Or(s.Catalog.Locations[i].TimeZone)
	}
	for name, block := range s.Channel.StaticBlocks {
		if len(block) == 0 {
			delete(s.Channel.StaticBlocks, name)
		}
	}
	normalizeMenu(s.Site.Menu)
	s.Library.normalize()
}

// sort puts what has no order of its own into the one that the database gives back.
func (s *State) sort() {
	slices.SortStableFunc(s.Site.Prerolls, func(a, b Preroll) int { return int(b.Weight - a.Weight) })
	slices.SortStableFunc(s.Offers, func(a, b Offer) int { return strings.Compare(a.Alias, b.Alias) })
	for i := range s.Offers {
		slices.Sort(s.Offers[i].Categories)
		slices.Sort(s.Offers[i].Participants)
	}
	sortCoupons(s.Coupons)
	s.Library.sort()
}

func normalizeMenu(items []MenuItem) {
	for i := range items {
		if items[i].Type == "" {
			items[i].Type = string(channel.MenuLink)
		}
		normalizeMenu(items[i].Children)
	}
}
