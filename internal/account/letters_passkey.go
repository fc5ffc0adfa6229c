package account

import "github.com/grandstand/grandstand/internal/letter"

// passkeyAdded tells that a passkey lets its holder log in. A new password would not end that.
func passkeyAdded(language, name string) letter.Letter {
	return securityLetter(language, letter.Letter{
		Subject: "A passkey was added to your account",
		Lines:   []string{"From now on, you can log in with this passkey, without your password."},
		Facts:   namedFact("Passkey", name),
		After:   []string{"If this wasn’t you, remove the passkey in your account’s security settings and change your password right away. This logs out all your other devices."},
	}, letter.Letter{
		Subject: "Une clé d’accès a été ajoutée à votre compte",
		Lines:   []string{"Dorénavant, vous pouvez vous connecter avec cette clé d’accès, sans mot de passe."},
		Facts:   namedFact("Clé d’accès", name),
		After:   []string{"Ce n’était pas vous? Retirez cette clé dans les paramètres de sécurité de votre compte et changez tout de suite votre mot de passe\u00a0: tous vos autres appareils seront déconnectés."},
	})
}

func namedFact(label, name string) []letter.Fact {
	if name == "" {
		return nil
	}
	return []letter.Fact{{Label: label, Value: name}}
}

// passkeyRemoved tells that a passkey opens the account no more.
func passkeyRemoved(language string) letter.Letter {
	return securityLetter(language, letter.Letter{
		Subject: "A passkey was removed from your account",
		Lines:   []string{"You can no longer log in with this passkey. You can also delete it on your device."},
	}, letter.Letter{
		Subject: "Une clé d’accès a été retirée de votre compte",
		Lines:   []string{"Vous ne pouvez plus vous connecter avec cette clé d’accès. Vous pouvez aussi la supprimer sur votre appareil."},
	})
}
