package demo

import (
	"context"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/grandstand/grandstand/demo/kit"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/text"
)

func (s *seeder) seedSite(ctx context.Context) error {
	id := channel.ID(s.channel)
	if err := s.Channels.ReplaceMenu(ctx, s.by, id, s.menu()); err != nil {
		return fmt.Errorf("menu: %w", err)
	}
	if err := s.Channels.ReplaceFAQ(ctx, s.by, id, s.faq()); err != nil {
		return fmt.Errorf("faq: %w", err)
	}
	if err := s.Channels.ReplaceForms(ctx, s.by, id, s.forms()); err != nil {
		return fmt.Errorf("forms: %w", err)
	}
	slides, err := s.slides()
	if err != nil {
		return err
	}
	if err := s.Channels.ReplaceSlides(ctx, s.by, id, slides); err != nil {
		return fmt.Errorf("slides: %w", err)
	}
	if err := s.Channels.ReplacePrerolls(ctx, s.by, id, s.prerolls()); err != nil {
		return fmt.Errorf("prerolls: %w", err)
	}
	return s.seedPages(ctx, id)
}

func (s *seeder) menu() []channel.MenuItem {
	var items []channel.MenuItem
	for _, k := range s.kit.Menu {
		item := channel.MenuItem{Type: channel.MenuLink, Title: text.Text(k.Title), URL: k.URL}
		switch k.Children {
		case "categories":
			item.URL = "/"
			for _, sport := range s.kit.Sports {
				item.Children = append(item.Children, channel.MenuItem{Type: channel.MenuCategory, TargetID: int64(s.categories[sport.Key])})
			}
		case "groups":
			item.URL = "/"
			for _, school := range s.kit.Schools {
				item.Children = append(item.Children, channel.MenuItem{Type: channel.MenuGroup, TargetID: int64(s.schools[school.Key])})
			}
		}
		items = append(items, item)
	}
	return items
}

func (s *seeder) faq() []channel.Question {
	questions := make([]channel.Question, len(s.kit.FAQ))
	for i, k := range s.kit.FAQ {
		questions[i] = channel.Question{Category: text.Text(k.Category), Question: text.Text(k.Question), Answer: text.Text(k.Answer)}
	}
	return questions
}

func (s *seeder) forms() []channel.Form {
	forms := make([]channel.Form, len(s.kit.Forms))
	for i, k := range s.kit.Forms {
		forms[i] = channel.Form{
			Alias: k.Alias, Title: text.Text(k.Title), Intro: text.Text(k.Intro), Submit: text.Text(k.Submit), Success: text.Text(k.Success),
		}
		for _, field := range k.Fields {
			f := channel.FormField{
				Name: field.Name, Type: channel.FieldType(field.Type), Label: text.Text(field.Label), Required: field.Required,
				MinLength: field.MinLength, MaxLength: field.MaxLength,
			}
			for _, o := range field.Options {
				f.Options = append(f.Options, channel.FormOption{Value: o.Value, Label: text.Text(o.Label)})
			}
			forms[i].Fields = append(forms[i].Fields, f)
		}
	}
	return forms
}

func (s *seeder) slides() ([]channel.Slide, error) {
	slides := make([]channel.Slide, len(s.kit.Slides))
	for i, k := range s.kit.Slides {
		event, err := s.eventNamed(k.Event)
		if err != nil {
			return nil, fmt.Errorf("slide %s: %w", k.Key, err)
		}
		slides[i] = channel.Slide{
			Type: channel.SlideType(k.SlidableType), TargetID: s.target(k), Title: text.Text(k.Title), Text: text.Text(k.Text),
			Button: text.Text(k.Button), URL: k.URL, EventID: int64(event), Image: s.slideImage(k.Image),
		}
	}
	return slides, nil
}

// slideImage finds the narrow variant of a picture among the stills.
func (s *seeder) slideImage(file string) channel.Image {
	for _, still := range s.kit.Stills {
		if still.Hero == file && file != "" {
			i := image(still)
			return channel.Image{Key: i.Key, Widths: i.Widths}
		}
	}
	return channel.Image{Key: mediaKey(file)}
}

func (s *seeder) target(k kit.Slide) int64 {
	switch channel.SlideType(k.SlidableType) {
	case channel.SlideCategory:
		return int64(s.categories[k.Slidable])
	case channel.SlideGroup:
		return int64(s.schools[k.Slidable])
	case channel.SlideParticipant:
		return int64(s.teams[k.Slidable])
	case channel.SlideMain:
	}
	return 0
}

// eventNamed resolves "live", "recording:<index>" and "" (none).
func (s *seeder) eventNamed(name string) (catalog.EventID, error) {
	switch name {
	case "":
		return 0, nil
	case "live":
		return s.events[0], nil
	}
	index, err := strconv.Atoi(strings.TrimPrefix(name, "recording:"))
	if err != nil || index < 0 || index >= len(s.kit.Events.Recordings) {
		return 0, fmt.Errorf("there is no event %q", name)
	}
	return s.events[1+index], nil
}

func (s *seeder) prerolls() []channel.Preroll {
	var prerolls []channel.Preroll
	for _, k := range s.kit.Media.Prerolls {
		p := channel.Preroll{
			URL: mediaKey(k.File), Weight: int64(k.Weight), LocationID: int64(s.locations[k.Location]), ForVOD: k.ForVOD, ForLive: k.ForLive,
			Sponsor: k.Sponsor, ClickURL: k.Click, SkipAfterS: int64(k.SkipAfterS),
		}
		if k.VAST {
			p.Kind, p.URL, p.ClickURL = channel.PrerollVAST, sponsorTag(k.Key), ""
		}
		for _, sport := range k.Sports {
			p.Categories = append(p.Categories, int64(s.categories[sport]))
		}
		prerolls = append(prerolls, p)
	}
	return prerolls
}

func (s *seeder) seedPages(ctx context.Context, id channel.ID) error {
	for _, k := range s.kit.Pages {
		content := text.Text{}
		for lang, file := range k.File {
			html, err := fs.ReadFile(s.files, file)
			if err != nil {
				return fmt.Errorf("page %s: %w", k.Key, err)
			}
			content[lang] = string(html)
		}
		page := channel.Page{URL: k.URL, AltName: k.AltName, Name: text.Text(k.Name), Content: content}
		if _, err := s.Channels.CreatePage(ctx, s.by, id, page); err != nil {
			return fmt.Errorf("page %s: %w", k.Key, err)
		}
	}
	return nil
}
