package channel_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

func TestSecretsAreKeptEncrypted(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h, ctx := newHouse(d), t.Context()
		id, other := h.create(t, northline("north")), h.create(t, northline("south"))
		want := map[channel.SecretName]string{channel.StripeSecretKey: "sk_test_abc", channel.RecaptchaSecret: "robot"}
		if err := h.ReplaceSecrets(ctx, system(id), id, want); err != nil {
			t.Fatal(err)
		}
		if got, err := h.Secrets(ctx, id); err != nil || !maps.Equal(got, want) {
			t.Errorf("read back %v, %v", got, err)
		}
		var stored []string
		if err := d.Read().NewSelect().Table("channel_secrets").Column("value").Scan(ctx, &stored); err != nil {
			t.Fatal(err)
		}
		if all := strings.Join(stored, " "); len(stored) != 2 || strings.Contains(all, "sk_test") || strings.Contains(all, "robot") {
			t.Errorf("stored as %q", all)
		}
		if _, err := h.Secret(ctx, id, channel.GoogleClientSecret); fault.CodeOf(err) != "secret_not_found" {
			t.Errorf("an unset secret gives %v", err)
		}
		// Moved to another channel's row, or to another name, it opens nothing.
		if _, err := d.Write().ExecContext(ctx, "UPDATE channel_secrets SET channel_id = ?", other); err != nil {
			t.Fatal(err)
		}
		if got, err := h.Secrets(ctx, other); err == nil {
			t.Errorf("another channel reads %v", got)
		}
	})
}

func TestSecretsRefuse(t *testing.T) {
	h, ctx := newHouse(dbtest.SQLite(t)), t.Context()
	id := h.create(t, northline("north"))
	set := func(by actor.Actor, name channel.SecretName, value string) error {
		return h.ReplaceSecrets(ctx, by, id, map[channel.SecretName]string{name: value})
	}
	if err := set(actor.Actor{Role: actor.User, ChannelID: int64(id)}, channel.StripeSecretKey, "x"); fault.KindOf(err) != fault.Forbidden {
		t.Errorf("a user may: %v", err)
	}
	if err := set(actor.Actor{Role: actor.Operator, ChannelID: int64(id) + 1}, channel.StripeSecretKey, "x"); fault.KindOf(err) != fault.Forbidden {
		t.Errorf("another channel's operator may: %v", err)
	}
	expectField(t, set(system(id), "password", "hunter-2"), "secrets")
	expectField(t, set(system(id), channel.StripeSecretKey, ""), "stripe_secret_key")
	err := set(system(id), channel.StripeSecretKey, "sk_"+strings.Repeat("x", 5_000))
	expectField(t, err, "stripe_secret_key")
	if strings.Contains(err.Error(), "sk_x") {
		t.Errorf("the error repeats the secret: %v", err)
	}
}
