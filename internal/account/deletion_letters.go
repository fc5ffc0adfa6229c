package account

import (
	"time"

	"github.com/grandstand/grandstand/internal/letter"
)

// confirmDeletionLetter carries the link that deletes the account.
func confirmDeletionLetter(user User, path string) letter.Letter {
	language, p := in(user.Language, phrases{
		subject: "Delete your account?", heading: "Delete your account?",
		lines:  []string{"You asked us to delete your account. The button opens a page that asks you once more."},
		button: "Delete my account",
		after: []string{
			"The link works once, for 24 hours.",
			"If you did not ask for this, somebody knows your password: choose a new one, and the account stays.",
		},
	}, phrases{
		subject: "Supprimer votre compte?", heading: "Supprimer votre compte?",
		lines:  []string{"Vous nous avez demandé de supprimer votre compte. Le bouton ouvre une page qui vous le demandera une dernière fois."},
		button: "Supprimer mon compte",
		after: []string{
			"Le lien fonctionne une seule fois, pendant 24 heures.",
			"Si vous n’avez rien demandé, quelqu’un connaît votre mot de passe : choisissez-en un nouveau, et le compte restera.",
		},
	})
	return p.written(language, path)
}

// deletionStartedLetter says until when the account can be had back.
func deletionStartedLetter(user User, erasedAt time.Time) letter.Letter {
	language, p := in(user.Language, phrases{
		subject: "Your account is being deleted", heading: "You have 30 days to change your mind",
		lines: []string{
			"You are logged out everywhere. On {date} we erase your name, address, phone number and everything else that says who you are.",
			"You changed your mind? Log in before that day, and everything is as it was.",
		},
		button: "Log in and keep my account",
		after:  []string{"Records of what you bought are kept as long as the law requires, without your name."},
	}, phrases{
		subject: "Votre compte sera supprimé", heading: "Vous avez 30 jours pour changer d’idée",
		lines: []string{
			"Vous êtes déconnecté partout. Le {date}, nous effacerons votre nom, votre adresse, votre numéro de téléphone et tout ce qui permet de vous reconnaître.",
			"Vous avez changé d’idée? Connectez-vous avant ce jour, et tout sera comme avant.",
		},
		button: "Me connecter et garder mon compte",
		after:  []string{"Les relevés de vos achats sont conservés aussi longtemps que la loi l’exige, sans votre nom."},
	})
	return p.written(language, "/login", "{date}", dayIn(language, erasedAt))
}

// accountKeptLetter says that a log in took the deletion back.
func accountKeptLetter(user User) letter.Letter {
	language, p := in(user.Language, phrases{
		subject: "Your account stays", heading: "Good to have you back",
		lines: []string{
			"You logged in, so your account is not deleted. Everything is as it was.",
			"This was not you? Choose a new password now: that logs out every other device.",
		},
		button: "Open my account",
	}, phrases{
		subject: "Votre compte est conservé", heading: "Heureux de vous revoir",
		lines: []string{
			"Vous vous êtes connecté; votre compte ne sera donc pas supprimé. Tout est comme avant.",
			"Ce n’était pas vous? Choisissez un nouveau mot de passe maintenant : cela déconnecte tous les autres appareils.",
		},
		button: "Ouvrir mon compte",
	})
	return p.written(language, "/profile")
}

// dayIn writes a day as people read it.
func dayIn(language string, t time.Time) string {
	if language != "fr" {
		return t.Format("January 2, 2006")
	}
	months := [...]string{"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"}
	day := t.Format("2")
	if day == "1" {
		day = "1er"
	}
	return day + " " + months[t.Month()-1] + " " + t.Format("2006")
}
