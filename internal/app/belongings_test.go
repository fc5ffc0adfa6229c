package app

import "testing"

// Erasing an account asks for the job that has the payment provider forget its user.
func TestWhoIsErasedIsToBeForgottenByTheProvider(t *testing.T) {
	c := openCinema(t)
	fan := c.fan()
	for _, statement := range []string{
		"INSERT INTO payment_customers (channel_id, user_id, account, ref, created_ms) VALUES (?, ?, 'simulated', 'cus_1', 0)",
		"UPDATE users SET deleting_ms = 1 WHERE channel_id = ? AND id = ?",
	} {
		if _, err := c.DB.Write().NewRaw(statement, c.channel, fan.UserID).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	waiting := func() int64 {
		t.Helper()
		n, err := c.DB.Read().NewSelect().Table("river_job").Where("kind = ?", forgetCustomerArgs{}.Kind()).Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := waiting(); n != 0 {
		t.Fatalf("%d jobs before anybody is erased", n)
	}
	if n, err := c.Accounts.EraseDeleted(t.Context(), 10); n != 1 || err != nil {
		t.Fatalf("erased %d, %v", n, err)
	}
	if n := waiting(); n != 1 {
		t.Errorf("%d jobs", n)
	}
}
