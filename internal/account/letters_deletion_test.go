package account

import (
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/text"
)

// A period that ends at midnight ends with the day before. An account can be kept until that midnight.
func TestLettersAboutADeletionNameTheLastDayOfAPeriod(t *testing.T) {
	zone := time.FixedZone("EDT", -4*60*60)
	midnight := time.Date(2027, 7, 1, 0, 0, 0, 0, zone)
	r := Renewal{Name: text.Text{"en": "Hockey pass", "fr": "Forfait hockey"}, Until: midnight.UTC()}
	over, trial := r, r
	over.Over, trial.Trial = true, true
	for _, line := range []struct{ said, want string }{
		{stoppedLine("en", r, midnight.AddDate(0, 0, 9)), "ends on June 30, 2027. If you log in before July 1, 2027"},
		{stoppedLine("fr", r, midnight.AddDate(0, 0, 9)), "prend fin le 30 juin 2027. Si vous vous connectez avant le 1er juillet 2027"},
		{stoppedLine("en", trial, midnight.AddDate(0, 0, 9)), "ends on June 30, 2027"},
		{resumedLine("en", zone, over), "ended on June 30, 2027"},
		{resumedLine("fr", zone, over), "a pris fin le 30 juin 2027"},
	} {
		if !strings.Contains(line.said, line.want) {
			t.Errorf("%q does not say %q", line.said, line.want)
		}
	}
}
