package account

import (
	"github.com/grandstand/grandstand/internal/letter"
	"github.com/grandstand/grandstand/internal/social"
)

// serviceName is what people call a provider; the channel's own membership system has no
// name.
func serviceName(p social.Provider) string {
	switch p {
	case social.Google:
		return "Google"
	case social.Facebook:
		return "Facebook"
	default:
		return ""
	}
}

// wayConnected tells that another service opens the account as well. A new password would
// not end that, so the letter says what does.
func wayConnected(language string, p social.Provider) letter.Letter {
	en, fr := letter.Letter{
		Subject: "Your membership was connected to your account",
		Lines:   []string{"From now on, you can log in with your membership as well."},
	}, letter.Letter{
		Subject: "Votre adhésion a été associée à votre compte",
		Lines:   []string{"Dorénavant, vous pouvez aussi vous connecter avec votre adhésion."},
	}
	if name := serviceName(p); name != "" {
		en.Subject, en.Lines = name+" was connected to your account", []string{"From now on, you can log in with " + name + " as well."}
		fr.Subject, fr.Lines = name+" a été associé à votre compte", []string{"Dorénavant, vous pouvez aussi vous connecter avec " + name + "."}
	}
	en.After = []string{"If this wasn’t you, disconnect it in your account’s security settings and change your password right away. This logs out all your other devices."}
	fr.After = []string{"Ce n’était pas vous? Dissociez-le dans les paramètres de sécurité de votre compte et changez tout de suite votre mot de passe\u00a0: tous vos autres appareils seront déconnectés."}
	return securityLetter(language, en, fr)
}

// wayDisconnected tells that another service opens the account no more.
func wayDisconnected(language string, p social.Provider) letter.Letter {
	en, fr := letter.Letter{
		Subject: "Your membership was disconnected from your account",
		Lines:   []string{"You can no longer log in with your membership."},
	}, letter.Letter{
		Subject: "Votre adhésion a été dissociée de votre compte",
		Lines:   []string{"Vous ne pouvez plus vous connecter avec votre adhésion."},
	}
	if name := serviceName(p); name != "" {
		en.Subject, en.Lines = name+" was disconnected from your account", []string{"You can no longer log in with " + name + "."}
		fr.Subject, fr.Lines = name+" a été dissocié de votre compte", []string{"Vous ne pouvez plus vous connecter avec " + name + "."}
	}
	en.After = []string{"If this wasn’t you, change your password right away. This logs out all your other devices. You can connect it again in your account’s security settings."}
	fr.After = []string{"Ce n’était pas vous? Changez tout de suite votre mot de passe\u00a0: tous vos autres appareils seront déconnectés. Vous pourrez refaire l’association dans les paramètres de sécurité de votre compte."}
	return securityLetter(language, en, fr)
}

// firstPasswordLetter tells that an account without a password has one now.
func firstPasswordLetter(language string) letter.Letter {
	return letter.In(language, letter.Letter{
		Subject: "Your account now has a password",
		Heading: "Your account now has a password",
		Lines: []string{
			"Someone, most likely you, just set a password for your account. All your other devices were logged out.",
			"If it was you, you do not need to do anything. If not, choose a new password right away.",
		},
		Button: letter.Button{Label: "This was not me", Path: resetRequestPath},
	}, letter.Letter{
		Subject: "Votre compte a maintenant un mot de passe",
		Heading: "Votre compte a maintenant un mot de passe",
		Lines: []string{
			"Quelqu’un, sans doute vous, vient de choisir un mot de passe pour votre compte. Tous vos autres appareils ont été déconnectés.",
			"Si c’était vous, vous n’avez rien à faire. Sinon, choisissez tout de suite un nouveau mot de passe.",
		},
		Button: letter.Button{Label: "Ce n’était pas moi", Path: resetRequestPath},
	})
}

// secondFactorLifted tells that the operator switched the second factor off, for somebody
// who said to be the user.
func secondFactorLifted(language string) letter.Letter {
	return securityLetter(language, letter.Letter{
		Subject: "Two-step login was turned off",
		Lines: []string{
			"Someone, most likely you, asked us to turn off two-step login for your account. It is now off, and all your devices were logged out.",
			"Your recovery codes no longer work. Log in again, then set up two-step login again.",
		},
		After: []string{"If this wasn’t you, change your password right away and reply to this email."},
	}, letter.Letter{
		Subject: "La connexion en deux étapes a été désactivée",
		Lines: []string{
			"Quelqu’un, sans doute vous, nous a demandé de désactiver la connexion en deux étapes de votre compte. C’est fait, et tous vos appareils ont été déconnectés.",
			"Vos codes de secours ne fonctionnent plus. Reconnectez-vous, puis réactivez la connexion en deux étapes.",
		},
		After: []string{"Ce n’était pas vous? Changez tout de suite votre mot de passe et répondez à ce courriel."},
	})
}
