package api

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// catalogSchedules changes schedules in the catalogue alone.
type catalogSchedules struct{ catalog *catalog.Service }

func (s catalogSchedules) Change(ctx context.Context, by actor.Actor, channelID, eventID int64, change catalog.ScheduleChange, _ bool) error {
	return s.catalog.ChangeSchedule(ctx, by, channelID, catalog.EventID(eventID), change)
}

func (s catalogSchedules) Remove(ctx context.Context, by actor.Actor, channelID, eventID int64) error {
	return s.catalog.DeleteEvent(ctx, by, channelID, catalog.EventID(eventID))
}

func TestAnOperatorCancelsAndRemovesAnEvent(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s, key := w.season(home, ""), w.loggedIn(home, "op@example.com", operator)
		fan := w.loggedIn(home, "fan@example.com")
		path := fmt.Sprintf("/api/events/%d", s.events["paid"])
		later := w.clock.Now().Add(72 * time.Hour).Unix()

		w.do(call{path: path + "/schedule", key: fan, body: map[string]any{"schedule_status": "cancelled"}}).want(http.StatusForbidden, "operator_required")
		w.do(call{path: path + "/schedule", key: key, body: map[string]any{"schedule_status": "off"}}).want(http.StatusBadRequest, "validation_failed").field("schedule_status")
		w.do(call{path: path + "/schedule", key: key, body: map[string]any{"schedule_status": "postponed", "refund": true}}).want(http.StatusBadRequest, "validation_failed").field("refund")
		w.do(call{path: path + "/schedule", key: key, body: map[string]any{"schedule_status": "on", "event_utc_ts": 1}}).want(http.StatusBadRequest, "validation_failed").field("start_at")

		for _, step := range []struct {
			body map[string]any
			sale SaleDTO
		}{
			{map[string]any{"schedule_status": "cancelled"}, SaleDTO{Reason: "event_cancelled"}},
			{map[string]any{"schedule_status": "postponed"}, SaleDTO{Reason: "event_postponed"}},
			{map[string]any{"schedule_status": "tba", "event_utc_ts": later}, SaleDTO{Allowed: true}},
			{map[string]any{"schedule_status": "on", "event_utc_ts": later}, SaleDTO{Allowed: true}},
		} {
			var changed EventScheduleDTO
			w.do(call{path: path + "/schedule", key: key, body: step.body}).into(&changed)
			var e EventDetailDTO
			w.do(call{path: path, key: fan}).into(&e)
			if string(e.ScheduleStatus) != step.body["schedule_status"] || e.ScheduleStatus != changed.ScheduleStatus || e.Sale != step.sale {
				t.Errorf("%v: the fan sees %s, %+v", step.body, e.ScheduleStatus, e.Sale)
			}
		}
		w.do(call{method: http.MethodDelete, path: path, key: fan}).want(http.StatusForbidden, "operator_required")
		var gone RemovedEventDTO
		w.do(call{method: http.MethodDelete, path: path, key: key}).into(&gone)
		w.do(call{path: path, key: fan}).want(http.StatusNotFound, "event_not_found")
		w.do(call{method: http.MethodDelete, path: path, key: key}).want(http.StatusNotFound, "event_not_found")
	})
}

// Every answer that has the start of an event tells that its time was not announced, also once the event is off.
func TestAnEventThatIsOffTellsThatItsTimeIsUnknown(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s, key := w.season(home, ""), w.loggedIn(home, "op@example.com", operator)
		path := fmt.Sprintf("/api/events/%d", s.events["paid"])
		day := w.clock.Now().Add(72 * time.Hour).Unix()
		change := func(body map[string]any) EventScheduleDTO {
			t.Helper()
			var changed EventScheduleDTO
			w.do(call{path: path + "/schedule", key: key, body: body}).into(&changed)
			return changed
		}
		if e := change(map[string]any{"schedule_status": "on", "event_utc_ts": day + 7*3600}); e.TimeTBA {
			t.Errorf("%+v", e)
		}
		for _, body := range []map[string]any{
			{"schedule_status": "tba", "event_utc_ts": day}, {"schedule_status": "cancelled"}, {"schedule_status": "postponed"}, {"schedule_status": "tba"},
		} {
			changed := change(body)
			var e EventDetailDTO
			w.do(call{path: path, key: key}).into(&e)
			var list []EventDTO
			w.do(call{path: "/api/events?limit=100", key: key}).into(&list)
			i := slices.IndexFunc(list, func(one EventDTO) bool { return one.ID == e.ID })
			if !changed.TimeTBA || !e.TimeTBA || e.PreviousTBA || i < 0 || !list[i].TimeTBA {
				t.Errorf("%v: changed %+v, detail %t, in a list at %d", body, changed, e.TimeTBA, i)
			}
		}
		w.do(call{path: path + "/schedule", key: key, body: map[string]any{"schedule_status": "cancelled"}})
		w.do(call{path: path + "/schedule", key: key, body: map[string]any{"schedule_status": "on"}}).want(http.StatusBadRequest, "validation_failed").field("start_at")
	})
}

// A buyer is refused in the words of what happened, in both languages and in the channel's words.
func TestAnEventThatIsOffIsNotSold(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s, key := w.season(home, ""), w.loggedIn(home, "op@example.com", operator)
		fan := w.loggedIn(home, "fan@example.com")
		path := fmt.Sprintf("/api/events/%d", s.events["paid"])
		for _, tt := range []struct{ status, lang, message, code, refusal string }{
			{"cancelled", "en", "This game was cancelled.", "event_cancelled", "This game was cancelled. It is not on sale."},
			{"cancelled", "fr", "Ce match a été annulé.", "event_cancelled", "Ce match a été annulé. Il n’est pas en vente."},
			{"postponed", "en", "This game is postponed. There is no new time yet.", "event_postponed", "This game is postponed. It will be back on sale once it has a new time."},
			{"postponed", "fr", "Ce match est reporté. La nouvelle heure n’est pas encore connue.", "event_postponed", "Ce match est reporté. Il sera de nouveau en vente dès que sa nouvelle heure sera connue."},
		} {
			w.do(call{path: path + "/schedule", key: key, body: map[string]any{"schedule_status": tt.status}})
			var e EventDetailDTO
			w.do(call{path: path + "?lang=" + tt.lang, key: fan}).into(&e)
			if e.HasAccess || e.Access.Message != tt.message {
				t.Errorf("%s, %s: %+v", tt.status, tt.lang, e.Access)
			}
			refused := w.do(call{path: "/api/stripe/invoice-preview?lang=" + tt.lang, key: fan, body: map[string]any{
				"event_id": s.events["paid"], "single_event_package_id": e.SingleEventPackageID,
			}}).want(http.StatusUnprocessableEntity, tt.code)
			if got := refused.problem().Detail; got != tt.refusal {
				t.Errorf("%s, %s: %q", tt.status, tt.lang, got)
			}
		}
	})
}

// An operator cancels an event that was streamed once its stream has ended, and reads why it cannot be moved, in both languages.
func TestAStreamedEventIsCancelledButNotMoved(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s, key := w.season(home, ""), w.loggedIn(home, "op@example.com", operator)
		fan := w.loggedIn(home, "fan@example.com")
		path := fmt.Sprintf("/api/events/%d", s.events["paid"])
		stream := func(state string) {
			t.Helper()
			if err := w.catalog.SetStreamState(t.Context(), d.Write(), s.channelID, int64(s.events["paid"]), state, w.clock.Now()); err != nil {
				t.Fatal(err)
			}
		}
		refuse := func(code string, body map[string]any, en, fr string) {
			t.Helper()
			for lang, want := range map[string]string{"en": en, "fr": fr} {
				refused := w.do(call{path: path + "/schedule?lang=" + lang, key: key, body: body}).want(http.StatusConflict, code)
				if got := refused.problem().Detail; got != want {
					t.Errorf("%s: %q", lang, got)
				}
			}
		}
		stream("live")
		refuse("event_live", map[string]any{"schedule_status": "cancelled"},
			"This event is live. End its stream first.", "Cet événement est en direct. Mettez d’abord fin à sa diffusion.")
		stream("ended")
		refuse("event_recorded", map[string]any{"schedule_status": "postponed"},
			"This event has been streamed, so it cannot be moved or postponed. You can cancel it.", "Cet événement a été diffusé\u00a0: il ne peut être ni déplacé ni reporté. Vous pouvez l’annuler.")
		for _, step := range []struct {
			status  string
			sale    SaleDTO
			message string
		}{
			{"cancelled", SaleDTO{Reason: "event_cancelled"}, "This game was cancelled."},
			{"on", SaleDTO{Allowed: true}, "Buy this event or a pass to watch."},
		} {
			var changed EventScheduleDTO
			w.do(call{path: path + "/schedule", key: key, body: map[string]any{"schedule_status": step.status}}).into(&changed)
			var e EventDetailDTO
			w.do(call{path: path, key: fan}).into(&e)
			if string(changed.ScheduleStatus) != step.status || e.Sale != step.sale || e.Access.Message != step.message || e.Status != catalog.Finished || e.StreamState != catalog.StreamEnded {
				t.Errorf("%s: %+v, the fan sees %s, %s, %+v, %q", step.status, changed, e.Status, e.StreamState, e.Sale, e.Access.Message)
			}
		}
	})
}
