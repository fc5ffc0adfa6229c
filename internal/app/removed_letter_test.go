package app

import (
	"strings"
	"testing"
)

// The letter about the refund of a removed event names the event, who was to play and the day, and not only its package.
func TestARefundLetterNamesTheRemovedEvent(t *testing.T) {
	eachLife(t, func(t *testing.T, l *life) {
		e, err := l.Catalog.FindEvent(t.Context(), l.channel, l.game)
		if err != nil {
			t.Fatal(err)
		}
		shop := saleEvents{l.Catalog, l.Channels}
		sold, err := shop.ForSale(t.Context(), l.channel, int64(l.game))
		if err != nil {
			t.Fatal(err)
		}
		ref, err := l.Catalog.Reference(t.Context(), l.channel)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Catalog.DeleteEvent(t.Context(), l.system(), l.channel, l.game); err != nil {
			t.Fatal(err)
		}
		removed, err := shop.Removed(t.Context(), l.channel, int64(l.game))
		if err != nil || !removed.StartAt.Equal(sold.StartAt) {
			t.Fatalf("%+v, %v", removed, err)
		}
		for language, name := range sold.Name {
			if name == "" || !strings.Contains(removed.Name[language], name) {
				t.Errorf("%s: %q instead of %q", language, removed.Name[language], name)
			}
		}
		for _, id := range e.Participants {
			for _, p := range ref.Participants {
				if p.ID == id && !strings.Contains(removed.Name["en"], p.Name.In("en")) {
					t.Errorf("%q does not name %q", removed.Name["en"], p.Name.In("en"))
				}
			}
		}
		if _, err := shop.Removed(t.Context(), l.channel+1, int64(l.game)); err == nil {
			t.Error("another channel's event is told")
		}
	})
}
