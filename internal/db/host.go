package db

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/jackc/pgx/v5/pgconn"
)

// errOldServer is why a server that takes writes is passed over.
var errOldServer = errors.New("another server has taken the place of this one")

// successors knows, where an address names several servers, which of them came last. A
// server that was lost and comes back as what it was would be written to as well, and what
// it is told is told to nobody else. Each promotion of a standby raises the number of the
// timeline (PostgreSQL, "25.3.6. Timelines"), which tells the two apart.
type successors struct {
	check func(ctx context.Context, conn *pgconn.PgConn) error // what the address asks for itself

	mu       sync.Mutex
	timeline uint64 // the highest seen
}

// several reports whether an address names more than one server.
func several(config *pgconn.Config) bool {
	for _, other := range config.Fallbacks {
		if other.Host != config.Host || other.Port != config.Port {
			return true
		}
	}
	return false
}

// validate refuses a connection to a server that another has succeeded.
func (s *successors) validate(ctx context.Context, conn *pgconn.PgConn) error {
	if s.check != nil {
		if err := s.check(ctx, conn); err != nil {
			return err
		}
	}
	timeline, err := timelineOf(ctx, conn)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if timeline < s.timeline {
		return fmt.Errorf("timeline %d after %d: %w", timeline, s.timeline, errOldServer)
	}
	s.timeline = timeline
	return nil
}

// timelineOf asks a server that takes writes for its timeline, which the name of its log begins with.
func timelineOf(ctx context.Context, conn *pgconn.PgConn) (uint64, error) {
	results, err := conn.Exec(ctx, "SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)").ReadAll()
	if err != nil {
		return 0, fmt.Errorf("ask for the timeline: %w", err)
	}
	if len(results) != 1 || len(results[0].Rows) != 1 {
		return 0, errors.New("ask for the timeline: no answer")
	}
	timeline, err := strconv.ParseUint(string(results[0].Rows[0][0]), 16, 32)
	if err != nil {
		return 0, fmt.Errorf("read the timeline: %w", err)
	}
	return timeline, nil
}

// survey asks every server that an address names, so that a process that has just started
// knows the last one too. Servers that are away, or only follow, tell nothing.
func (s *successors) survey(ctx context.Context, config *pgconn.Config) {
	hosts := append([]*pgconn.FallbackConfig{{Host: config.Host, Port: config.Port, TLSConfig: config.TLSConfig}}, config.Fallbacks...)
	for _, host := range hosts {
		one := config.Copy()
		one.Host, one.Port, one.TLSConfig, one.Fallbacks = host.Host, host.Port, host.TLSConfig, nil
		one.ValidateConnect = s.validate
		if conn, err := pgconn.ConnectConfig(ctx, one); err == nil {
			_ = conn.Close(ctx) // it was only asked
		}
	}
}
