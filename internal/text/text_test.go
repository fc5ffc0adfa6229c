package text

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestIn(t *testing.T) {
	both := Text{"en": "Schedule", "fr": "Calendrier"}
	tests := []struct {
		name      string
		text      Text
		languages []string
		want      string
	}{
		{"asked language", both, []string{"fr", "en"}, "Calendrier"},
		{"falls back to the channel's", Text{"fr": "Calendrier"}, []string{"en", "fr"}, "Calendrier"},
		{"falls back to any", Text{"iu": "c", "fr": "b"}, []string{"en"}, "b"},
		{"an empty text is none", Text{"en": "", "fr": "b"}, []string{"en"}, "b"},
		{"nothing there", nil, []string{"en"}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.text.In(tt.languages...); got != tt.want {
				t.Errorf("In(%v) = %q, want %q", tt.languages, got, tt.want)
			}
		})
	}
}

func TestStoredTextComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := Text(rapid.MapOf(rapid.StringMatching(`[a-z]{2}`), rapid.String()).Draw(t, "text"))
		stored, err := want.Value()
		if err != nil {
			t.Fatal(err)
		}
		var got Text
		if err := got.Scan(stored); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestScanRefusesWhatIsNotAText(t *testing.T) {
	for _, src := range []any{7, "no json", `["a"]`, []byte(`{"en":1}`)} {
		if err := new(Text).Scan(src); err == nil {
			t.Errorf("Scan(%v) succeeded", src)
		}
	}
}

func TestFold(t *testing.T) {
	tests := map[string]string{
		"Rivière-du-Nord": "riviere-du-nord",
		"ÉTÉ":             "ete",
		"Ålesund Øst":     "alesund ost",
		"cœur":            "coeur",
		"Straße":          "strasse",
		"ﬁnal":            "final",
		"a\xffb":          "a\uFFFDb",
	}
	for in, want := range tests {
		if got := Fold(in); got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestFoldIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		once := Fold(rapid.StringOf(rapid.RuneFrom([]rune("aZéÉœŒøß -9'ç"))).Draw(t, "s"))
		if twice := Fold(once); twice != once {
			t.Errorf("folded again: %q, want %q", twice, once)
		}
	})
}

func TestWords(t *testing.T) {
	got := Words("Demi-finale : Saint-Jérôme @ O'Brien 2026!")
	want := []string{"demi", "finale", "saint", "jerome", "o", "brien", "2026"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
