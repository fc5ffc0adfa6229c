package app

import (
	"strings"
	"testing"
)

// While an account is being deleted nothing is charged, sent or shown of it except what others
// have been given; a log in brings back what has not ended, and after the grace nothing is left.
func TestWhatADeletionDoes(t *testing.T) {
	l := openLife(t)
	l.expect("before", whole())
	done := l.leave()
	if len(done.Stopped) != 1 || done.Stopped[0].Name.In("fr") != "Tous les matchs" || done.Stopped[0].Trial {
		t.Errorf("stopped %+v", done.Stopped)
	}
	l.applyHolds()
	l.expect("deleted", state{shared: true, follows: true, member: true})
	written := l.letters(lifeMail)
	if last := written[len(written)-1]; last.Subject != "Your account is being deleted" || !strings.Contains(last.Text, "All games does not renew any more") {
		t.Errorf("the letter says %s", last.Text)
	}
	if n, err := l.Reminders.Sweep(t.Context()); n != 0 || err != nil {
		t.Errorf("%d reminders, %v", n, err)
	}

	l.logIn()
	l.exec("DELETE FROM river_job WHERE kind = ? AND id NOT IN (SELECT max(id) FROM river_job WHERE kind = ?)", applyHoldsArgs{}.Kind(), applyHoldsArgs{}.Kind())
	l.applyHolds()
	back := whole()
	back.told = 0 // the browser asks anew
	l.expect("kept", back)
	written = l.letters(lifeMail)
	if last := written[len(written)-1]; last.Subject != "Your account stays" || !strings.Contains(last.Text, "We are turning on the renewal of All games again") {
		t.Errorf("the letter says %s", last.Text)
	}

	l.leave()
	l.applyHolds()
	l.exec("UPDATE users SET deleting_ms = 1 WHERE id = ?", l.session.UserID)
	if n, err := l.Accounts.EraseDeleted(t.Context(), 10); n != 1 || err != nil {
		t.Fatalf("erased %d, %v", n, err)
	}
	l.expect("erased", state{})
	if n := l.number("SELECT count(*) FROM orders WHERE user_id = ?", l.session.UserID); n != 2 {
		t.Errorf("%d orders are kept", n)
	}
	if n := len(l.jobs(forgetCustomerArgs{}.Kind())); n != 1 {
		t.Errorf("%d jobs to have the provider forget", n)
	}
}
