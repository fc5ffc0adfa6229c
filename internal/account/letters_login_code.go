package account

import "github.com/grandstand/grandstand/internal/letter"

// loginCodeLetter has the code of a login. The subject repeats it, for notifications on phones.
func loginCodeLetter(language, code string) letter.Letter {
	return letter.In(language, letter.Letter{
		Subject: code + " is your login code",
		Heading: "Your login code",
		Lines:   []string{"Enter this code on the page where you asked for it."},
		Code:    code,
		After: []string{
			"The code works once, within 10 minutes, and only in the browser where you asked for it.",
			"Never share it with anyone. We never ask for it by phone or email.",
			"Didn’t ask for it? Ignore this email: no one can log in without the code.",
		},
	}, letter.Letter{
		Subject: code + " est votre code de connexion",
		Heading: "Votre code de connexion",
		Lines:   []string{"Saisissez ce code sur la page où vous l’avez demandé."},
		Code:    code,
		After: []string{
			"Le code fonctionne une seule fois, pendant 10 minutes, et seulement dans le navigateur où vous l’avez demandé.",
			"Ne le donnez à personne. Nous ne le demandons jamais par téléphone ni par courriel.",
			"Vous ne l’avez pas demandé? Ignorez ce courriel\u00a0: sans le code, personne ne peut se connecter.",
		},
	})
}

// stepUpCodeLetter has the code that confirms a change of the account. The subject does not repeat
// it: a locked phone shows subjects to other people, and they may have the user's computer.
func stepUpCodeLetter(language, code string) letter.Letter {
	return letter.In(language, letter.Letter{
		Subject: "Confirm a change to your account",
		Heading: "Confirm a change to your account",
		Lines:   []string{"You are about to change how your account is protected or how you log in. Enter this code on the page where you asked for it."},
		Code:    code,
		After: []string{
			"The code works once, within 10 minutes, and only in the browser where you asked for it.",
			"Never share it with anyone. We never ask for it by phone or email.",
			"You did not ask for it? Then another person may be using a device on which you are logged in. Do not enter the code. Log in and end your other sessions.",
		},
		Button: letter.Button{Label: "See where you are logged in", Path: "/profile/sessions"},
	}, letter.Letter{
		Subject: "Confirmez un changement à votre compte",
		Heading: "Confirmez un changement à votre compte",
		Lines:   []string{"Vous êtes sur le point de changer la protection de votre compte ou votre façon de vous connecter. Saisissez ce code sur la page où vous l’avez demandé."},
		Code:    code,
		After: []string{
			"Le code fonctionne une seule fois, pendant 10 minutes, et seulement dans le navigateur où vous l’avez demandé.",
			"Ne le donnez à personne. Nous ne le demandons jamais par téléphone ni par courriel.",
			"Vous ne l’avez pas demandé? Quelqu’un utilise peut-être un appareil où vous êtes connecté. Ne saisissez pas le code. Connectez-vous et fermez vos autres sessions.",
		},
		Button: letter.Button{Label: "Voir où vous êtes connecté", Path: "/profile/sessions"},
	})
}
