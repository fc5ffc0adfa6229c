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
		Lines:   []string{"You asked us to delete your account. The button opens a page where you confirm it."},
		Button:  letter.Button{Label: "Delete my account", Path: path},
		After: []string{
			"Once you confirm, your subscriptions and free trials no longer renew, and your card is not charged again.",
			"The link works once and expires after 24 hours.",
			"If you did not ask for this, someone knows your password. Choose a new one to keep your account.",
		},
	}, letter.Letter{
		Subject: "Supprimer votre compte?",
		Heading: "Supprimer votre compte?",
		Lines:   []string{"Vous nous avez demandé de supprimer votre compte. Le bouton ouvre une page où vous confirmez la suppression."},
		Button:  letter.Button{Label: "Supprimer mon compte", Path: path},
		After: []string{
			"Une fois la suppression confirmée, vos abonnements et essais gratuits ne se renouvelleront plus, et votre carte ne sera plus débitée.",
			"Le lien fonctionne une seule fois et expire après 24 heures.",
			"Si vous n’avez rien demandé, quelqu’un connaît votre mot de passe\u00a0: choisissez-en un nouveau pour garder votre compte.",
		},
	})
}

// deletionStartedLetter says until when the account can be had back, and what renews no more, with days in the zone given.
func deletionStartedLetter(language string, zone *time.Location, done Deletion) letter.Letter {
	erasedAt := done.ErasedAt.In(zone)
	l := letter.In(language, letter.Letter{
		Subject: "Your account is being deleted",
		Heading: "You have 30 days to change your mind",
		Lines: []string{
			"You have been logged out everywhere. On " + text.Day("en", erasedAt) + ", we will erase your name, address, phone number and everything else that identifies you.",
			"Changed your mind? Log in before that day to keep your account.",
		},
		Button: letter.Button{Label: "Log in and keep my account", Path: "/login"},
		After:  []string{"We keep records of your purchases for as long as the law requires, without your name."},
	}, letter.Letter{
		Subject: "Votre compte sera supprimé",
		Heading: "Vous avez 30 jours pour changer d’idée",
		Lines: []string{
			"Vous avez été déconnecté partout. Le " + text.Day("fr", erasedAt) + ", nous effacerons votre nom, votre adresse, votre numéro de téléphone et tout ce qui permet de vous identifier.",
			"Vous avez changé d’idée? Connectez-vous avant cette date pour garder votre compte.",
		},
		Button: letter.Button{Label: "Me connecter et garder mon compte", Path: "/login"},
		After:  []string{"Nous conservons les relevés de vos achats aussi longtemps que la loi l’exige, sans votre nom."},
	})
	for _, r := range done.Stopped {
		l.Lines = append(l.Lines, stoppedLine(l.Language, r, erasedAt))
	}
	return l
}

func stoppedLine(language string, r Renewal, erasedAt time.Time) string {
	end := r.Until.In(erasedAt.Location())
	name, until, resumes := r.Name.In(language), text.LastDay(language, end), text.Day(language, earlier(end, erasedAt))
	switch {
	case language == "fr" && r.Over:
		return "Votre abonnement " + name + " prend fin maintenant, parce que sa nouvelle période n’est pas payée. Votre carte ne sera plus débitée."
	case r.Over:
		return "Your subscription to " + name + " ends now, because its new period is not paid. Your card will not be charged again."
	case language == "fr" && r.Trial:
		return "L’essai gratuit de votre abonnement " + name + " prend fin le " + until + ", et rien ne sera débité. Si vous vous connectez avant le " + resumes +
			", l’abonnement se poursuivra."
	case language == "fr":
		return name + " ne se renouvellera plus, et votre carte ne sera plus débitée. La période payée prend fin le " + until +
			". Si vous vous connectez avant le " + resumes + ", l’abonnement se renouvellera de nouveau."
	case r.Trial:
		return "Your free trial of " + name + " ends on " + until + ", and you will not be charged. If you log in before " + resumes + ", the subscription continues."
	}
	return name + " will no longer renew, and your card will not be charged again. The period you paid for ends on " + until +
		". If you log in before " + resumes + ", it will renew again."
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// accountKeptLetter says that a log in took the deletion back, and what became of the
// subscriptions that did not renew meanwhile, with days in the zone given.
func accountKeptLetter(language string, zone *time.Location, resumed []Renewal) letter.Letter {
	l := letter.In(language, letter.Letter{
		Subject: "Your account was kept",
		Heading: "Welcome back",
		Lines: []string{
			"You logged in, so your account will not be deleted.",
			"If this wasn’t you, choose a new password right away. This logs out all your other devices.",
		},
		Button: letter.Button{Label: "Open my account", Path: "/profile"},
	}, letter.Letter{
		Subject: "Votre compte est conservé",
		Heading: "Bon retour parmi nous",
		Lines: []string{
			"Vous vous êtes connecté\u00a0: votre compte ne sera pas supprimé.",
			"Ce n’était pas vous? Choisissez tout de suite un nouveau mot de passe\u00a0: tous vos autres appareils seront déconnectés.",
		},
		Button: letter.Button{Label: "Ouvrir mon compte", Path: "/profile"},
	})
	for _, r := range resumed {
		l.Lines = append(l.Lines, resumedLine(l.Language, zone, r))
	}
	return l
}

func resumedLine(language string, zone *time.Location, r Renewal) string {
	name, until := r.Name.In(language), text.LastDay(language, r.Until.In(zone))
	switch {
	case language == "fr" && r.Over:
		return name + " a pris fin le " + until + ", pendant que votre compte était en cours de suppression. Rien n’a été débité. Vous pouvez vous abonner de nouveau à tout moment."
	case language == "fr":
		return "Nous réactivons le renouvellement de votre abonnement " + name + ". Un autre courriel vous indiquera la date du prochain paiement."
	case r.Over:
		return name + " ended on " + until + " while your account was being deleted. Nothing was charged. You can subscribe again at any time."
	}
	return "We are turning the renewal of " + name + " back on. Another email will tell you the date of your next payment."
}
