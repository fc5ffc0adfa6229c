package channel_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

func aForm() channel.Form {
	return channel.Form{
		Alias: "contacts", Title: en("Write to us"), Intro: en("<p>Hi</p>"), Submit: en("Send"), Success: en("Thanks"),
		Fields: []channel.FormField{
			{Name: "email", Type: channel.FieldEmail, Label: en("Email"), Required: true},
			{Name: "topic", Type: channel.FieldSelect, Label: en("Topic"), Options: []channel.FormOption{{Value: "a", Label: en("A")}}},
		},
	}
}

func TestFormsComeBackAsWritten(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h, ctx := newHouse(d), t.Context()
		id, other := h.create(t, northline("north")), h.create(t, northline("south"))
		form := aForm()
		form.Intro = en("<p>Hi</p><script>x</script>")
		for range 2 {
			if err := h.ReplaceForms(ctx, system(id), id, []channel.Form{form}); err != nil {
				t.Fatal(err)
			}
		}
		site, err := h.Site(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]channel.Form{aForm()}, site.Forms); diff != "" {
			t.Error(diff)
		}
		empty, err := h.Site(ctx, other)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := empty.Form("contacts"); fault.CodeOf(err) != "form_not_found" {
			t.Errorf("the other channel's form: %v", err)
		}
		for _, by := range []actor.Actor{{}, {Role: actor.User, ChannelID: int64(id)}, {Role: actor.Operator, ChannelID: int64(other)}} {
			if err := h.ReplaceForms(ctx, by, id, nil); fault.KindOf(err) != fault.Forbidden {
				t.Errorf("%+v may write forms: %v", by, err)
			}
		}
	})
}

func TestFormsThatCannotBe(t *testing.T) {
	h := newHouse(dbtest.SQLite(t))
	id := h.create(t, northline("north"))
	for name, change := range map[string]func(*channel.Form){
		"alias":        func(f *channel.Form) { f.Alias = "Contact us" },
		"title":        func(f *channel.Form) { f.Title = nil },
		"recipient":    func(f *channel.Form) { f.Recipient = "desk@example.com\nBcc: x@example.com" },
		"fields":       func(f *channel.Form) { f.Fields = nil },
		"name":         func(f *channel.Form) { f.Fields[0].Name = "E mail" },
		"label":        func(f *channel.Form) { f.Fields[0].Label = nil },
		"type":         func(f *channel.Form) { f.Fields[0].Type = "file" },
		"max_length":   func(f *channel.Form) { f.Fields[0].MinLength = 10; f.Fields[0].MaxLength = 5 },
		"options":      func(f *channel.Form) { f.Fields[1].Options = nil },
		"value":        func(f *channel.Form) { f.Fields[1].Options[0].Value = "" },
		"intro":        func(f *channel.Form) { f.Intro = en(strings.Repeat("x", 200_001)) },
		"submit":       func(f *channel.Form) { f.Submit = text.Text{"en": "\x00"} },
		"fields twice": func(f *channel.Form) { f.Fields[1].Name = "email" },
	} {
		form := aForm()
		change(&form)
		err := h.ReplaceForms(t.Context(), system(id), id, []channel.Form{form})
		e, ok := errors.AsType[*fault.Error](err)
		field, _, _ := strings.Cut(name, " ")
		if !ok || e.Kind != fault.Invalid || e.Fields[0].Field != field {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := h.ReplaceForms(t.Context(), system(id), id, []channel.Form{aForm(), aForm()}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("two forms of one alias: %v", err)
	}
}
