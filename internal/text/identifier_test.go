package text

import "testing"

func TestIdentifiersAreReadAsTheyAreSeen(t *testing.T) {
	for typed, want := range map[string]string{
		" FALL25 \n":               "FALL25",
		"FALL\u200b25":             "FALL25",
		"\u202eFALL25\u202c":       "FALL25",
		"\ufeffFA\u00adLL\u206025": "FALL25",
		"ＦＡＬＬ２５":                   "FALL25",
		"F\ufe0fALL25":             "FALL25",
		"cafe\u0301":               "café",
		"１２３\u3000４５６":             "123 456",
		"":                         "",
	} {
		got := Identifier(typed)
		if got != want {
			t.Errorf("%q is read as %q", typed, got)
		}
		if again := Identifier(got); again != got {
			t.Errorf("%q becomes %q", got, again)
		}
	}
}
