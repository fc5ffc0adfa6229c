package db_test

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

func createTable(t *testing.T, d *db.DB) {
	t.Helper()
	for _, statement := range []string{
		"CREATE TABLE parent (id BIGINT PRIMARY KEY, n BIGINT NOT NULL)",
		"CREATE TABLE child (id BIGINT PRIMARY KEY, parent_id BIGINT NOT NULL REFERENCES parent(id), name TEXT UNIQUE)",
		"INSERT INTO parent (id, n) VALUES (1, 0)",
	} {
		if _, err := d.Write().ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
}

func TestErrorsAreTranslatedByCode(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		createTable(t, d)
		exec := func(statement string) error {
			_, err := d.Write().ExecContext(t.Context(), statement)
			return err
		}
		if err := exec("INSERT INTO child (id, parent_id, name) VALUES (1, 1, 'a')"); err != nil {
			t.Fatal(err)
		}
		if err := exec("INSERT INTO child (id, parent_id, name) VALUES (2, 1, 'a')"); !db.IsUnique(err) {
			t.Errorf("duplicate value: %v is not a unique violation", err)
		}
		if err := exec("INSERT INTO child (id, parent_id, name) VALUES (1, 1, 'b')"); !db.IsUnique(err) {
			t.Errorf("duplicate key: %v is not a unique violation", err)
		}
		if err := exec("INSERT INTO child (id, parent_id, name) VALUES (3, 9, 'c')"); !db.IsForeignKey(err) {
			t.Errorf("missing parent: %v is not a foreign key violation", err)
		}
		var n int
		err := d.Read().NewSelect().Table("parent").Column("n").Where("id = ?", 7).Scan(t.Context(), &n)
		if !db.IsNoRows(err) {
			t.Errorf("missing row: %v is not 'no rows'", err)
		}
	})
}

// Sixteen writers that read, then write, must lose no update: on SQLite because
// transactions take the write lock at once, on PostgreSQL because they lock the row.
func TestConcurrentTransactionsLoseNothing(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		createTable(t, d)
		const writers, rounds = 16, 25
		var group sync.WaitGroup
		for range writers {
			group.Go(func() {
				for range rounds {
					if err := d.InTx(t.Context(), increment); err != nil {
						t.Error(err)
					}
				}
			})
		}
		group.Wait()
		var n int
		if err := d.Read().NewSelect().Table("parent").Column("n").Scan(t.Context(), &n); err != nil {
			t.Fatal(err)
		}
		if n != writers*rounds {
			t.Errorf("counted %d of %d increments", n, writers*rounds)
		}
	})
}

func increment(ctx context.Context, tx bun.Tx) error {
	query := tx.NewSelect().Table("parent").Column("n").Where("id = 1")
	if tx.Dialect().Name().String() == "pg" {
		query = query.For("UPDATE")
	}
	var n int
	if err := query.Scan(ctx, &n); err != nil {
		return err
	}
	_, err := tx.NewUpdate().Table("parent").Set("n = ?", n+1).Where("id = 1").Exec(ctx)
	return err
}

func TestFailedTransactionLeavesNothing(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		createTable(t, d)
		refusal := errors.New("refused")
		err := d.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
			if err := increment(ctx, tx); err != nil {
				return err
			}
			return refusal
		})
		if !errors.Is(err, refusal) {
			t.Fatalf("got %v", err)
		}
		var n int
		if err := d.Read().NewSelect().Table("parent").Column("n").Scan(t.Context(), &n); err != nil || n != 0 {
			t.Errorf("n = %d, %v after a failed transaction", n, err)
		}
	})
}

// What runs inside another transaction is part of it: seen by its reads, kept or
// dropped with it, and told of only when it stands.
func TestInnerTransactionsJoinTheOuter(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		createTable(t, d)
		count := func(ctx context.Context) (n int) {
			t.Helper()
			if err := d.From(ctx).NewSelect().Table("parent").Column("n").Scan(ctx, &n); err != nil {
				t.Fatal(err)
			}
			return n
		}
		told := 0
		outer := func(end error) error {
			return d.InTx(t.Context(), func(ctx context.Context, _ bun.Tx) error {
				for range 2 {
					if err := d.InTx(ctx, increment); err != nil {
						return err
					}
				}
				d.AfterCommit(ctx, func() { told++ })
				if inside, outside := count(ctx), count(t.Context()); inside != outside+2 {
					t.Errorf("inside it is %d, outside %d", inside, outside)
				}
				return end
			})
		}
		if err := outer(errors.New("no")); err == nil || count(t.Context()) != 0 || told != 0 {
			t.Errorf("dropped: %v, %d, told %d times", err, count(t.Context()), told)
		}
		if err := outer(nil); err != nil || count(t.Context()) != 2 || told != 1 {
			t.Errorf("kept: %v, %d, told %d times", err, count(t.Context()), told)
		}
		d.AfterCommit(t.Context(), func() { told++ })
		if told != 2 {
			t.Error("outside of a transaction it does not run at once")
		}
	})
}

func TestReadersRefuseToWrite(t *testing.T) {
	d := dbtest.SQLite(t)
	if _, err := d.Read().ExecContext(t.Context(), "CREATE TABLE x (id BIGINT)"); err == nil {
		t.Error("a read connection wrote")
	}
}

func TestWarmAsksTheDatabase(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		if err := d.Warm(t.Context()); err != nil {
			t.Error(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := d.Warm(ctx); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
}

func TestMigrateTwiceChangesNothing(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		if err := d.Migrate(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// A branch that is merged late brings a migration with a lower number than the newest one that a database has.
func TestAMigrationThatCameLateIsApplied(t *testing.T) {
	const late = 72 // changes rows alone, so that it can be applied again
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		forgotten, err := db.Changed(d.Write().NewRaw("DELETE FROM goose_db_version WHERE version_id = ?", late).Exec(t.Context()))
		if err != nil || !forgotten {
			t.Fatalf("the database has migration %d: %t, %v", late, forgotten, err)
		}
		if err := d.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n, err := d.Read().NewSelect().Table("goose_db_version").Where("version_id = ?", late).Count(t.Context()); n != 1 || err != nil {
			t.Errorf("migration %d is applied %d times, %v", late, n, err)
		}
		newest, err := db.NewestVersion()
		if version, failed := d.Version(t.Context()); version != newest || err != nil || failed != nil {
			t.Errorf("the database is at %d of %d, %v, %v", version, newest, err, failed)
		}
	})
}

func TestOpenNamesWhatIsWrong(t *testing.T) {
	log := slog.New(slog.DiscardHandler)
	for _, dsn := range []string{
		filepath.Join(t.TempDir(), "no", "such", "folder", "x.db"),
		"postgres://nobody@127.0.0.1:1/none?connect_timeout=2",
	} {
		if d, err := db.Open(t.Context(), dsn, log); err == nil {
			t.Errorf("%s opened", dsn)
			_ = d.Close()
		}
	}
}
