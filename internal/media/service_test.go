package media

import (
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

func TestAStreamHasOneKey(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		s := v.stream()
		if !wellFormedKey(s.Key) || s.State != Idle {
			t.Errorf("made %+v", s)
		}
		again, err := v.EnsureStream(t.Context(), v.by, s.ChannelID, s.EventID)
		if err != nil || again != s {
			t.Errorf("asked again: %+v, %v", again, err)
		}
		rotated, err := v.RotateKey(t.Context(), v.by, s.ChannelID, s.EventID)
		if err != nil || rotated.Key == s.Key || rotated.ID != s.ID {
			t.Errorf("rotated: %+v, %v", rotated, err)
		}
		if _, err := v.publish(s.Key); err == nil {
			t.Error("the old key still publishes")
		}
		public, err := v.FindStream(t.Context(), s.ChannelID, s.EventID)
		if err != nil || public.Key != "" {
			t.Errorf("found with its key %q, %v", public.Key, err)
		}
		channel, err := v.ChannelOfEvent(t.Context(), v.by, s.EventID)
		if err != nil || channel != s.ChannelID {
			t.Errorf("channel %d, %v", channel, err)
		}
	})
}

func TestStrangersGetNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		s := v.stream()
		other := v.addChannel("south")
		foreign := actor.Actor{Role: actor.Operator, ChannelID: other, UserID: 7}
		user := actor.Actor{Role: actor.User, ChannelID: v.channel, UserID: 8}
		for name, by := range map[string]actor.Actor{"operator of another channel": foreign, "user": user, "nobody": {}} {
			if _, err := v.EnsureStream(t.Context(), by, v.channel, s.EventID); fault.KindOf(err) != fault.Forbidden {
				t.Errorf("%s reads the key: %v", name, err)
			}
			if _, err := v.RotateKey(t.Context(), by, v.channel, s.EventID); fault.KindOf(err) != fault.Forbidden {
				t.Errorf("%s rotates the key: %v", name, err)
			}
			if _, err := v.End(t.Context(), by, v.channel, s.EventID, 0); fault.KindOf(err) != fault.Forbidden {
				t.Errorf("%s ends the stream: %v", name, err)
			}
			if _, err := v.Reopen(t.Context(), by, v.channel, s.EventID); fault.KindOf(err) != fault.Forbidden {
				t.Errorf("%s reopens the stream: %v", name, err)
			}
			if _, err := v.ImportRecording(t.Context(), by, v.channel, s.EventID, Recording{}); fault.KindOf(err) != fault.Forbidden {
				t.Errorf("%s imports: %v", name, err)
			}
			if _, err := v.ChannelOfEvent(t.Context(), by, s.EventID); fault.KindOf(err) != fault.Forbidden {
				t.Errorf("%s finds channels: %v", name, err)
			}
		}
		// Through its own channel the event of another does not exist.
		if _, err := v.EnsureStream(t.Context(), foreign, other, v.addEvent(v.channel)); fault.KindOf(err) != fault.NotFound {
			t.Errorf("another channel's event: %v", err)
		}
		if _, err := v.EnsureStream(t.Context(), v.by, v.channel, 999_999); fault.KindOf(err) != fault.NotFound {
			t.Errorf("an unknown event: %v", err)
		}
		if _, err := v.FindStream(t.Context(), other, s.EventID); fault.KindOf(err) != fault.NotFound {
			t.Errorf("another channel's stream: %v", err)
		}
		if media, err := v.ListMedia(t.Context(), other, s.EventID); err != nil || len(media) != 0 {
			t.Errorf("another channel's media: %v, %v", media, err)
		}
	})
}
