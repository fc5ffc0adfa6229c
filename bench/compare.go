package main

import (
	"context"
	"fmt"
)

// rounds is how often servers that are compared take turns, so that a busy moment of the machine meets all of them.
const rounds = 3

// compared is what the same load did to us, to nginx and to a bare net/http server with the same bytes.
type compared struct{ ours, nginx, bare load }

func (b *bench) beside(ctx context.Context, n *nginx, pid int, url, name string) (c compared, err error) {
	body, err := fetch(ctx, url)
	if err != nil {
		return c, err
	}
	copied, err := n.put(name, body)
	if err != nil {
		return c, err
	}
	plain, err := startBare(ctx, n.path(name))
	if err != nil {
		return c, err
	}
	defer plain.stop()
	for range rounds {
		for _, turn := range []struct {
			sum *load
			pid int
			url string
		}{{&c.nginx, n.pid(), copied}, {&c.ours, pid, url}, {&c.bare, plain.pid(), plain.url}} {
			l, err := b.loadURL(ctx, turn.pid, turn.url, b.load/rounds)
			if err != nil {
				return c, err
			}
			turn.sum.add(l)
		}
	}
	return c, nil
}

// rates are the rows of a call whose rate should come near nginx's.
func (c compared) rates(what, short string) []row {
	return []row{
		{what: what, figure: c.ours.String()},
		{what: "nginx, the same bytes", figure: c.nginx.String()},
		ratio(short+": rate, to nginx", c.ours.perSecond(), c.nginx.perSecond(), "at least 0.8", atLeast(0.8)),
		{
			what:   "the same bytes from a bare net/http server, which does nothing else",
			figure: fmt.Sprintf("%s, %.2f of nginx", c.bare, c.bare.perSecond()/c.nginx.perSecond()),
		},
	}
}
