package archtest

import "testing"

func TestFrenchMarksHaveTheirSpaces(t *testing.T) {
	eachText(t, func(name, text string) {
		if told := judgeFrench(name, text); told != "" {
			t.Error(told)
		}
	})
}

func TestWrongSpacesInFrenchAreReported(t *testing.T) {
	for text, want := range map[string]bool{
		"Demain : {name}": true, "Courriel :": true, " : ": true, "Le reçu :\n": true, "Ça va ?": true, "Ça va\u00a0!": true, "Réussi ; merci": true,
		"Dites « oui »": true, "Demain\u00a0: {name}": false, "Ça va? Oui! Bien; merci": false, "Dites «\u00a0oui\u00a0»": false,
		"Total: 5": false, "a = ? AND b > ?": false, "CASE WHEN ? THEN ? ELSE ?": false, "10:30": false, "x := 1": false,
	} {
		if got := wronglySpaced(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestMissedElisionsAreReported(t *testing.T) {
	for text, want := range map[string]bool{
		"Les équipes de Ottawa Valley": true, "Mise au jeu à côté de Estrie": true, "L’essai que Avalon offre": true, "Se inscrire à côté": true,
		"Les équipes d’Ottawa Valley": false, "À la une": false, "Notez de un à dix, déjà": false, "Le match de Fundy à l’aréna": false,
		"The de Ottawa of English": false, "Tri de A à Z": false,
	} {
		if got := isElisionMissed(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
