package app

import (
	"encoding/json"
	"net/netip"
	"slices"
	"testing"

	"github.com/grandstand/grandstand/internal/account"
)

// changeAddress gives the fan another address.
func (l *life) changeAddress(to string) {
	l.t.Helper()
	_, _, err := l.Accounts.EditProfile(l.t.Context(), l.session, account.ProfileChange{Email: &to, CurrentPassword: lifePassword, Spoken: "en"})
	if err != nil {
		l.t.Fatal(err)
	}
	if _, err := l.Accounts.ConfirmEmail(l.t.Context(), l.session, account.Verification{Link: l.link(to, "/confirm-email")}); err != nil {
		l.t.Fatal(err)
	}
}

// Letters that are not written yet when the address changes go to the new one. A letter that waits for the mail server goes to the
// address for which it was written, and its links lead nowhere.
func TestLettersThatWaitWhileTheAddressChanges(t *testing.T) {
	eachLife(t, func(t *testing.T, l *life) {
		if _, err := l.Accounts.AskDeletion(t.Context(), l.session, lifePassword, "en", netip.Addr{}); err != nil {
			t.Fatal(err)
		}
		reset := account.ResetRequest{ChannelID: l.channel, Email: lifeMail, Language: "en"}
		if err := l.Accounts.SendReset(t.Context(), reset); err != nil {
			t.Fatal(err)
		}
		const address = "new@example.com"
		l.changeAddress(address)
		if _, err := l.Accounts.ConfirmDeletion(t.Context(), l.channel, l.link(lifeMail, "/confirm-account-deletion")); err == nil {
			t.Error("a link to the address of before deletes the account")
		}
		_, visitor, err := l.Accounts.OpenSession(t.Context(), l.channel)
		if err != nil {
			t.Fatal(err)
		}
		const chosen = "another-horse-9"
		_, _, err = l.Accounts.ResetPassword(t.Context(), visitor, account.PasswordReset{
			Link: l.link(lifeMail, "/password-reset"), Password: chosen, PasswordConfirmation: chosen, Language: "en",
		})
		if err == nil {
			t.Error("a link to the address of before resets the password")
		}
		waiting := len(l.letters(lifeMail))
		if err := l.Accounts.SendReset(t.Context(), reset); err != nil || len(l.letters(lifeMail)) != waiting {
			t.Errorf("%d letters to the address of before, %v", len(l.letters(lifeMail))-waiting, err)
		}
		receipts := l.jobs(receiptArgs{}.Kind())
		if len(receipts) != 2 {
			t.Fatalf("%d receipts wait", len(receipts))
		}
		for _, text := range receipts {
			var job receiptArgs
			if err := json.Unmarshal([]byte(text), &job); err != nil {
				t.Fatal(err)
			}
			if err := l.Till.SendReceipt(t.Context(), job.ChannelID, job.Checkout); err != nil {
				t.Fatal(err)
			}
		}
		var got []string
		for _, one := range l.letters(address) {
			got = append(got, one.Subject)
		}
		if slices.Sort(got); len(got) != 3 {
			t.Errorf("letters to the new address: %q", got)
		}
	})
}

// The owner of an address takes the account over. What let others in ends. What is paid stays, and where the owner says that a
// stranger made the account, all else of the stranger ends too.
func TestWhatATakeoverDoes(t *testing.T) {
	for _, stranger := range []bool{false, true} {
		t.Run(map[bool]string{false: "the owner's account", true: "a stranger's account"}[stranger], func(t *testing.T) {
			eachLife(t, func(t *testing.T, l *life) {
				l.exec("UPDATE users SET email_verified = FALSE WHERE id = ?", l.session.UserID)
				if err := l.Accounts.ResendVerification(t.Context(), l.session, "en"); err != nil {
					t.Fatal(err)
				}
				_, visitor, err := l.Accounts.OpenSession(t.Context(), l.channel)
				if err != nil {
					t.Fatal(err)
				}
				const chosen = "another-horse-9"
				_, user, err := l.Accounts.TakeOver(t.Context(), visitor, account.Takeover{
					Link: l.link(lifeMail, "/verify-email"), Password: chosen, PasswordConfirmation: chosen, Stranger: stranger, Language: "en",
				})
				if err != nil || user.ID != l.session.UserID {
					t.Fatalf("user %d, %v", user.ID, err)
				}
				if !stranger {
					l.expect("taken over", state{renews: true, paid: 2, shared: true, wanted: true, follows: true})
					return
				}
				if again, err := l.Till.ForgetCustomer(t.Context(), l.channel, int64(user.ID)); again != 0 || err != nil {
					t.Fatalf("again in %s, %v", again, err)
				}
				l.hear()
				l.expect("taken over", state{paid: 2})
				if n := l.number("SELECT count(*) FROM payment_customers WHERE user_id = ? AND ref <> ''", user.ID); n != 0 {
					t.Errorf("%d customers are left", n)
				}
			})
		})
	}
}
