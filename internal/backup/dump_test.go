package backup

import "testing"

func TestPasswordsAreNoArguments(t *testing.T) {
	for dsn, want := range map[string][2]string{
		"postgres://ada:geheim@db.example/grandstand?sslmode=require":          {"postgres://ada@db.example/grandstand?sslmode=require", "geheim"},
		"postgres://ada@db.example/grandstand?password=geheim&sslmode=require": {"postgres://ada@db.example/grandstand?sslmode=require", "geheim"},
		"postgres://ada:old@db.example/grandstand?password=geheim":             {"postgres://ada@db.example/grandstand", "geheim"},
		"postgres://ada@/grandstand?host=%2Fvar%2Frun&application_name=a%20b":  {"postgres://ada@/grandstand?host=%2Fvar%2Frun&application_name=a%20b", ""},
	} {
		address, password, err := withoutPassword(dsn)
		if err != nil || address != want[0] || password != want[1] {
			t.Errorf("%s becomes %q and %q, %v", dsn, address, password, err)
		}
	}
	if _, _, err := withoutPassword("postgres://ada:geheim@[::1"); err == nil || err.Error() != "the address of the database cannot be read" {
		t.Errorf("an address that is none: %v", err)
	}
}

func TestTheNewestVersionOfATool(t *testing.T) {
	if older, newer := majorVersion("/usr/lib/postgresql/9.6/bin/pg_dump"), majorVersion("/usr/lib/postgresql/17/bin/pg_dump"); older != 9.6 || newer != 17 {
		t.Errorf("versions %v and %v", older, newer)
	}
}
