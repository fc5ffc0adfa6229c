package catalog

import (
	"testing"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/text"
)

// Other code reads the stored zone by the time zone database, whose EST is never on daylight time.
func TestAliasesOfZonesAreStoredAsNames(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		place := Location{Alias: "rink", Name: text.Text{"en": "Rink"}, Country: "CA", TimeZone: "EST"}
		id := must[LocationID](t)(l.CreateLocation(t.Context(), l.by, l.channel, place))
		ref := must[*Reference](t)(l.Reference(t.Context(), l.channel))
		if got := ref.Location(id).TimeZone; got != "America/New_York" {
			t.Errorf("stored %q", got)
		}
	})
}
