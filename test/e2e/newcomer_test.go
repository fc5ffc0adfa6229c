//go:build e2e

package e2e

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/app"
	"github.com/grandstand/grandstand/internal/config"
)

// newcomer makes a user of the demo channel as an operator does, with a password that is temporary:
// POST /newcomer?email=&password=.
func (c *control) newcomer(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	q := r.URL.Query()
	err := c.scene.addUser(r.Context(), account.NewUser{
		Email: q.Get("email"), Password: q.Get("password"), FirstName: "Robin", LastName: "Tremblay",
		Role: actor.User, TemporaryPassword: true, EmailVerified: true,
	})
	answer(w, nil, err)
}

func (s *scene) addUser(ctx context.Context, n account.NewUser) (err error) {
	a, err := app.Open(ctx, config.Config{Data: s.dir, DB: s.dsn, Workers: 1}, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	demo, err := a.Channels.FindByKey(ctx, channel)
	if err != nil {
		return err
	}
	_, err = a.Accounts.CreateUser(ctx, actor.ForSystem(int64(demo.ID)), int64(demo.ID), n)
	return err
}
