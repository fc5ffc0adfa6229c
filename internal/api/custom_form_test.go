package api

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/mail"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/throttle"
)

// letters keeps what would be posted; fails makes the next posting fail.
type letters struct {
	posted []mail.Letter
	fails  bool
}

func (l *letters) Post(_ context.Context, _ bun.Tx, m mail.Letter) error {
	if l.fails {
		return errors.New("the queue is closed")
	}
	l.posted = append(l.posted, m)
	return nil
}

func contactForm(alias string, word func(en, fr string) text.Text) channel.Form {
	return channel.Form{
		Alias: alias, Title: word("Write to us", "Écrivez-nous"), Intro: word("<p>We answer</p><script>x</script>", "<p>Nous répondons</p>"),
		Submit: word("Send", "Envoyer"), Success: word("Thank you", "Merci"), Recipient: "desk@example.com",
		Fields: []channel.FormField{
			{Name: "name", Type: channel.FieldText, Label: word("Name", "Nom"), Required: true, MaxLength: 20},
			{Name: "email", Type: channel.FieldEmail, Label: word("Email", "Courriel"), Required: true},
			{Name: "phone", Type: channel.FieldPhone, Label: word("Phone", "Téléphone")},
			{Name: "topic", Type: channel.FieldSelect, Label: word("Topic", "Sujet"), Options: []channel.FormOption{
				{Value: "watching", Label: word("Watching", "Regarder")}, {Value: "other", Label: word("Other", "Autre")},
			}},
			{Name: "message", Type: channel.FieldTextarea, Label: word("Message", "Message"), Required: true, MinLength: 5, MaxLength: 200},
			{Name: "news", Type: channel.FieldCheckbox, Label: word("News", "Nouvelles")},
		},
	}
}

// opened gets the form and lets a person's time pass.
func (w *world) opened(t *testing.T) CustomFormDTO {
	t.Helper()
	var form CustomFormDTO
	w.do(call{path: "/api/custom-forms/contacts", key: w.visitor(home)}).into(&form)
	w.clock.Advance(10 * time.Second)
	return form
}

func filled(form CustomFormDTO, change map[string]string) map[string]any {
	values := map[string]string{"name": "Zoé", "email": "zoe@example.com", "topic": "watching", "message": "When is the game?", "news": "true"}
	for name, value := range change {
		values[name] = value
	}
	return map[string]any{"values": values, "opened": form.Opened}
}

const contactsPath = "/api/custom-forms/contacts"

func TestAFormIsSent(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		form := w.opened(t)
		if form.Title != "Write to us" || form.Intro != "<p>We answer</p>" || len(form.Fields) != 6 || form.Fields[4].MinLength != 5 ||
			form.Fields[0].MaxLength != 20 || form.Fields[3].Options[1].Label != "Other" || form.Captcha != nil {
			t.Errorf("the form is %+v", form)
		}
		key := w.visitor(home)
		for range 2 { // the same again is thanked for and dropped
			w.do(call{path: contactsPath, key: key, body: filled(form, nil)}).want(http.StatusOK, "")
		}
		if len(w.letters.posted) != 1 {
			t.Fatalf("%d letters", len(w.letters.posted))
		}
		l := w.letters.posted[0]
		if l.To != "desk@example.com" || l.ReplyTo != "zoe@example.com" || l.Subject != "Write to us: home" ||
			!strings.Contains(l.Text, "Topic\nWatching\n") || !strings.Contains(l.Text, "When is the game?") || l.Validate() != nil {
			t.Errorf("the letter is %+v", l)
		}
		id := channel.ID(s.channelID)
		sent, err := w.sites.Submissions(t.Context(), actor.ForSystem(s.channelID), id, "contacts")
		if err != nil || len(sent) != 1 || sent[0].Answers["name"] != "Zoé" || sent[0].Answers["phone"] != "" {
			t.Errorf("kept is %+v, %v", sent, err)
		}
		if _, err := w.sites.Submissions(t.Context(), actor.Actor{Role: actor.User, ChannelID: s.channelID}, id, "contacts"); err == nil {
			t.Error("a user may read what others sent")
		}
		// Tomorrow it is news again.
		w.clock.Advance(24 * time.Hour)
		w.do(call{path: contactsPath, key: w.visitor(home), body: filled(w.opened(t), nil)}).want(http.StatusOK, "")
		if len(w.letters.posted) != 2 || w.letters.posted[0].ID == w.letters.posted[1].ID {
			t.Errorf("%d letters after a day", len(w.letters.posted))
		}
	})
}

// What is kept and what is posted are one: without the letter nothing is kept.
func TestAFormThatCannotBePosted(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.season(home, "")
		form := w.opened(t)
		w.letters.fails = true
		w.do(call{path: contactsPath, key: w.visitor(home), body: filled(form, nil)}).want(http.StatusInternalServerError, "")
		w.letters.fails = false
		w.do(call{path: contactsPath, key: w.visitor(home), body: filled(form, nil)}).want(http.StatusOK, "")
		if len(w.letters.posted) != 1 {
			t.Errorf("%d letters: the failed attempt was taken for a first one", len(w.letters.posted))
		}
	})
}

func TestAnswersAreChecked(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	w.season(home, "")
	form, key := w.opened(t), w.visitor(home)
	for _, tt := range []struct{ field, value, code, message string }{
		{"name", " ", "required", "Field is required"},
		{"name", strings.Repeat("é", 21), "too_long", "Field length must be less than 21"},
		{"name", "a\nBcc: x@example.com", "invalid_text", ""},
		{"email", "", "required", "Field is required"},
		{"email", "zoe", "invalid_email", "A valid email address is required"},
		{"email", "zoe@example.com\r\nBcc: x@example.com", "invalid_email", "A valid email address is required"},
		{"phone", "12345", "invalid_phone", "A valid phone number is required"},
		{"topic", "nonsense", "not_allowed", ""},
		{"message", "Hey", "too_short", "Field length must be greater than 4"},
		{"message", strings.Repeat("x", 201), "too_long", "Field length must be less than 201"},
		{"elsewhere", "x", "unknown_field", ""},
	} {
		got := w.do(call{path: contactsPath, key: key, body: filled(form, map[string]string{tt.field: tt.value})}).want(http.StatusBadRequest, "validation_failed").field(tt.field)
		if got.Code != tt.code || tt.message != "" && got.Message != tt.message {
			t.Errorf("%s %q: %+v", tt.field, tt.value, got)
		}
	}
	all := w.do(call{path: contactsPath + "?lang=fr", key: key, body: map[string]any{"opened": form.Opened}}).want(http.StatusBadRequest, "validation_failed")
	if len(all.problem().Errors) != 3 || all.field("name").Message != "Ce champ est obligatoire" {
		t.Errorf("an empty form gives %s", all.body)
	}
	w.do(call{path: contactsPath, key: key, body: map[string]any{"values": []string{"x"}}}).want(http.StatusBadRequest, "validation_failed")
	w.do(call{path: contactsPath, body: filled(form, nil)}).want(http.StatusBadRequest, "no_api_key")
	if len(w.letters.posted) != 0 {
		t.Errorf("letters were posted: %+v", w.letters.posted)
	}
}

func TestRobotsAreKeptOut(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	form, key := w.opened(t), w.visitor(home)
	send := func(change func(map[string]any)) reply {
		body := filled(form, nil)
		change(body)
		return w.do(call{path: contactsPath, key: key, body: body})
	}
	send(func(b map[string]any) { b["website"] = "https://spam.example" }).want(http.StatusOK, "")
	for _, forged := range []string{"", "x", "1.x", form.Opened + "x", "9" + form.Opened, strings.Replace(form.Opened, ".", ".A", 1), "99999999999999999999." + form.Opened} {
		send(func(b map[string]any) { b["opened"] = forged }).want(http.StatusUnprocessableEntity, "form_expired")
	}
	var fresh CustomFormDTO
	w.do(call{path: contactsPath, key: key}).into(&fresh)
	send(func(b map[string]any) { b["opened"] = fresh.Opened }).want(http.StatusUnprocessableEntity, "form_too_fast")
	var french CustomFormDTO
	w.season(away, "")
	w.do(call{path: contactsPath, host: "away.example", key: w.visitor(away)}).into(&french)
	w.clock.Advance(time.Minute)
	send(func(b map[string]any) { b["opened"] = french.Opened }).want(http.StatusUnprocessableEntity, "form_expired")
	w.clock.Advance(25 * time.Hour)
	send(func(map[string]any) {}).want(http.StatusUnprocessableEntity, "form_expired")
	sent, err := w.sites.Submissions(t.Context(), actor.ForSystem(s.channelID), channel.ID(s.channelID), "contacts")
	if err != nil || len(sent)+len(w.letters.posted) != 0 {
		t.Errorf("robots left %+v and %+v, %v", sent, w.letters.posted, err)
	}
}

func TestFormsOfOneAddressAreLimited(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t), func(d *Deps) { d.Options.Limits.Form = throttle.Rate{Every: time.Minute, Burst: 2} })
	w.season(home, "")
	form, key := w.opened(t), w.visitor(home)
	send := func(from string) reply {
		return w.do(call{path: contactsPath, key: key, body: filled(form, nil), from: from})
	}
	for range 2 {
		send("").want(http.StatusOK, "")
	}
	send("").want(http.StatusTooManyRequests, "too_many_requests")
	send("198.51.100.9:1").want(http.StatusOK, "")
}

func TestUnknownForms(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	w.season(home, "")
	key := w.visitor(home)
	for _, alias := range []string{"nobody", "CONTACTS", "%00", "a%2Fb"} {
		r := w.do(call{path: "/api/custom-forms/" + alias, key: key})
		if r.status != http.StatusNotFound && r.status != http.StatusBadRequest {
			t.Errorf("%q answers %d", alias, r.status)
		}
	}
	w.do(call{path: "/api/custom-forms/nobody", key: key}).want(http.StatusNotFound, "form_not_found")
	w.do(call{path: "/api/custom-forms/" + strings.Repeat("x", 65), key: key}).want(http.StatusBadRequest, "validation_failed").field("alias")
}
