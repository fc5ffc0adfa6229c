package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
)

// rescuer gives the jobs of dead nodes to living ones. River alone would wait until
// the longest allowed job is surely over; nodes that show a heartbeat let a killed
// node's jobs start again within seconds, however long such a job may take.
type rescuer struct {
	db        *db.DB
	node      string
	clock     clock.Clock
	deadAfter time.Duration
	log       *slog.Logger

	attendance *attendance
}

type jobNode struct {
	bun.BaseModel `bun:"table:job_nodes"`

	ID     string `bun:"id,pk"`
	SeenMS int64  `bun:"seen_ms"`
}

func (r *rescuer) run(ctx context.Context) {
	ticker := time.NewTicker(r.deadAfter / 4)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			err := r.beat(ctx)
			if err == nil {
				err = r.takeUp(ctx)
			}
			if err != nil && ctx.Err() == nil {
				r.log.ErrorContext(ctx, "job heartbeat failed", "error", err)
			}
		}
	}
}

// beat shows that this node lives and frees what dead nodes were running.
func (r *rescuer) beat(ctx context.Context) error {
	now := r.clock.Now()
	var freed int64
	err := r.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		self := &jobNode{ID: r.node, SeenMS: clock.Millis(now)}
		if _, err := tx.NewInsert().Model(self).On("CONFLICT (id) DO UPDATE").Set("seen_ms = EXCLUDED.seen_ms").Exec(ctx); err != nil {
			return err
		}
		dead := clock.Millis(now.Add(-r.deadAfter))
		if r.db.Engine() == db.SQLite {
			dead = clock.Millis(now) // a SQLite file has one process: every other node is a former life
		}
		if _, err := tx.NewDelete().Model((*jobNode)(nil)).Where("seen_ms < ?", dead).Where("id <> ?", r.node).Exec(ctx); err != nil {
			return err
		}
		result, err := tx.ExecContext(ctx, freeSQL[r.db.Engine()])
		if err != nil {
			return err
		}
		freed, err = result.RowsAffected()
		return err
	})
	if err != nil {
		return fmt.Errorf("show that this node lives: %w", err)
	}
	if freed > 0 {
		r.log.WarnContext(ctx, "jobs of a dead node start again", "jobs", freed)
	}
	return nil
}

// leave removes this node's heartbeat, so that others need not wait for it to age.
func (r *rescuer) leave(ctx context.Context) error {
	_, err := r.db.Write().NewDelete().Model((*jobNode)(nil)).Where("id = ?", r.node).Exec(ctx)
	return err
}

// freeSQL makes running jobs available whose last worker is no living node. The
// attempt that was cut short still counts, so a job that kills its process ends up
// discarded rather than killing every node for ever.
var freeSQL = map[db.Engine]string{
	db.SQLite: `UPDATE river_job SET state = 'available'
		WHERE state = 'running' AND attempt < max_attempts
		AND NOT EXISTS (SELECT 1 FROM job_nodes n WHERE n.id = json_extract(CAST(attempted_by AS TEXT), '$[#-1]'))`,
	db.Postgres: `UPDATE river_job SET state = 'available'
		WHERE state = 'running' AND attempt < max_attempts
		AND NOT EXISTS (SELECT 1 FROM job_nodes n WHERE n.id = attempted_by[array_upper(attempted_by, 1)])`,
}
