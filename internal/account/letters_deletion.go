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
			"From then on no subscription and no free trial of yours renews, and your card is not charged.",
			"The link works once, for 24 hours.",
			"If you did not ask for this, somebody knows your password: choose a new one, and the account stays.",
		},
	}, letter.Letter{
		Subject: "Supprimer votre compte?",
		Heading: "Supprimer votre compte?",
		Lines:   []string{"Vous nous avez demandé de supprimer votre compte. Le bouton ouvre une page qui vous le demandera une dernière fois."},
		Button:  letter.Button{Label: "Supprimer mon compte", Path: path},
		After: []string{
			"Dès lors, aucun de vos abonnements ni essais gratuits ne se renouvelle, et votre carte n’est plus débitée.",
			"Le lien fonctionne une seule fois, pendant 24 heures.",
			"Si vous n’avez rien demandé, quelqu’un connaît votre mot de passe : choisissez-en un nouveau, et le compte restera.",
		},
	})
}

// deletionStartedLetter says until when the account can be had back, and what renews no more.
func deletionStartedLetter(language string, done Deletion) letter.Letter {
	erasedAt := done.ErasedAt
	l := letter.In(language, letter.Letter{
		Subject: "Your account is being deleted",
		Heading: "You have 30 days to change your mind",
		Lines: []string{
			"You are logged out everywhere. On " + text.Day("en", erasedAt) + " we erase your name, address, phone number and everything else that says who you are.",
			"You changed your mind? Log in before that day, and you keep your account.",
		},
		Button: letter.Button{Label: "Log in and keep my account", Path: "/login"},
		After:  []string{"Records of what you bought are kept as long as the law requires, without your name."},
	}, letter.Letter{
		Subject: "Votre compte sera supprimé",
		Heading: "Vous avez 30 jours pour changer d’idée",
		Lines: []string{
			"Vous êtes déconnecté partout. Le " + text.Day("fr", erasedAt) + ", nous effacerons votre nom, votre adresse, votre numéro de téléphone et tout ce qui permet de vous reconnaître.",
			"Vous avez changé d’idée? Connectez-vous avant ce jour, et vous garderez votre compte.",
		},
		Button: letter.Button{Label: "Me connecter et garder mon compte", Path: "/login"},
		After:  []string{"Les relevés de vos achats sont conservés aussi longtemps que la loi l’exige, sans votre nom."},
	})
	for _, r := range done.Stopped {
		l.Lines = append(l.Lines, stoppedLine(l.Language, r, erasedAt))
	}
	return l
}

func stoppedLine(language string, r Renewal, erasedAt time.Time) string {
	name, until, resumes := r.Name.In(language), text.Day(language, r.Until), text.Day(language, earlier(r.Until, erasedAt))
	switch {
	case language == "fr" && r.Trial:
		return "Votre essai gratuit de " + name + " prend fin le " + until + " et n’est suivi d’aucun paiement. Connectez-vous avant le " + resumes +
			", et l’abonnement reprend."
	case language == "fr":
		return name + " ne se renouvelle plus, et votre carte n’est plus débitée. La période payée prend fin le " + until +
			". Connectez-vous avant le " + resumes + ", et l’abonnement se renouvelle de nouveau."
	case r.Trial:
		return "Your free trial of " + name + " ends on " + until + " and no payment follows. Log in before " + resumes + ", and the subscription goes on."
	}
	return name + " does not renew any more, and your card is not charged again. What you paid for ends on " + until +
		". Log in before " + resumes + ", and the subscription renews again."
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// accountKeptLetter says that a log in took the deletion back, and what became of the
// subscriptions that did not renew meanwhile.
func accountKeptLetter(language string, resumed []Renewal) letter.Letter {
	l := letter.In(language, letter.Letter{
		Subject: "Your account stays",
		Heading: "Good to have you back",
		Lines: []string{
			"You logged in, so your account is not deleted.",
			"This was not you? Choose a new password now: that logs out every other device.",
		},
		Button: letter.Button{Label: "Open my account", Path: "/profile"},
	}, letter.Letter{
		Subject: "Votre compte est conservé",
		Heading: "Heureux de vous revoir",
		Lines: []string{
			"Vous vous êtes connecté; votre compte ne sera donc pas supprimé.",
			"Ce n’était pas vous? Choisissez un nouveau mot de passe maintenant : cela déconnecte tous les autres appareils.",
		},
		Button: letter.Button{Label: "Ouvrir mon compte", Path: "/profile"},
	})
	for _, r := range resumed {
		l.Lines = append(l.Lines, resumedLine(l.Language, r))
	}
	return l
}

func resumedLine(language string, r Renewal) string {
	name, until := r.Name.In(language), text.Day(language, r.Until)
	switch {
	case language == "fr" && r.Over:
		return name + " a pris fin le " + until + ", pendant que votre compte était en cours de suppression. Rien n’a été débité. Vous pouvez vous abonner de nouveau à tout moment."
	case language == "fr":
		return "Nous réactivons le renouvellement de " + name + ". Une autre lettre vous dira quand aura lieu le prochain paiement."
	case r.Over:
		return name + " ended on " + until + " while your account was being deleted. Nothing was charged. You can subscribe again at any time."
	}
	return "We are turning on the renewal of " + name + " again. Another letter tells you when the next charge is due."
}
