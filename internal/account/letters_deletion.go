package account

import (
	"time"

	"github.com/grandstand/grandstand/internal/letter"
	"github.com/grandstand/grandstand/internal/text"
)

// confirmDeletionLetter carries the link that deletes the account.
func confirmDeletionLetter(language, path string) letter.Letter {
	return letter.In(language, letter.Letter{
		Subject: "Delete your account?",
		Heading: "Delete your account?",
		Lines:   []string{"You asked us to delete your account. The button opens a page that asks you once more."},
		Button:  letter.Button{Label: "Delete my account", Path: path},
		After: []string{
			"The link works once, for 24 hours.",
			"If you did not ask for this, somebody knows your password: choose a new one, and the account stays.",
		},
	}, letter.Letter{
		Subject: "Supprimer votre compte?",
		Heading: "Supprimer votre compte?",
		Lines:   []string{"Vous nous avez demandé de supprimer votre compte. Le bouton ouvre une page qui vous le demandera une dernière fois."},
		Button:  letter.Button{Label: "Supprimer mon compte", Path: path},
		After: []string{
			"Le lien fonctionne une seule fois, pendant 24 heures.",
			"Si vous n’avez rien demandé, quelqu’un connaît votre mot de passe : choisissez-en un nouveau, et le compte restera.",
		},
	})
}

// deletionStartedLetter says until when the account can be had back.
func deletionStartedLetter(language string, erasedAt time.Time) letter.Letter {
	return letter.In(language, letter.Letter{
		Subject: "Your account is being deleted",
		Heading: "You have 30 days to change your mind",
		Lines: []string{
			"You are logged out everywhere. On " + text.Day("en", erasedAt) + " we erase your name, address, phone number and everything else that says who you are.",
			"You changed your mind? Log in before that day, and everything is as it was.",
		},
		Button: letter.Button{Label: "Log in and keep my account", Path: "/login"},
		After:  []string{"Records of what you bought are kept as long as the law requires, without your name."},
	}, letter.Letter{
		Subject: "Votre compte sera supprimé",
		Heading: "Vous avez 30 jours pour changer d’idée",
		Lines: []string{
			"Vous êtes déconnecté partout. Le " + text.Day("fr", erasedAt) + ", nous effacerons votre nom, votre adresse, votre numéro de téléphone et tout ce qui permet de vous reconnaître.",
			"Vous avez changé d’idée? Connectez-vous avant ce jour, et tout sera comme avant.",
		},
		Button: letter.Button{Label: "Me connecter et garder mon compte", Path: "/login"},
		After:  []string{"Les relevés de vos achats sont conservés aussi longtemps que la loi l’exige, sans votre nom."},
	})
}

// accountKeptLetter says that a log in took the deletion back.
func accountKeptLetter(language string) letter.Letter {
	return letter.In(language, letter.Letter{
		Subject: "Your account stays",
		Heading: "Good to have you back",
		Lines: []string{
			"You logged in, so your account is not deleted. Everything is as it was.",
			"This was not you? Choose a new password now: that logs out every other device.",
		},
		Button: letter.Button{Label: "Open my account", Path: "/profile"},
	}, letter.Letter{
		Subject: "Votre compte est conservé",
		Heading: "Heureux de vous revoir",
		Lines: []string{
			"Vous vous êtes connecté; votre compte ne sera donc pas supprimé. Tout est comme avant.",
			"Ce n’était pas vous? Choisissez un nouveau mot de passe maintenant : cela déconnecte tous les autres appareils.",
		},
		Button: letter.Button{Label: "Ouvrir mon compte", Path: "/profile"},
	})
}
