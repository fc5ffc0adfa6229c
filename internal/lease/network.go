package lease

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
)

const (
	// MaxNetworks is the number of networks in which one address may be used within networkWindow. A
	// phone that changes from one Wi-Fi over a mobile network to another Wi-Fi needs three. Each may
	// have IPv4 and IPv6, but a player rarely changes between them.
	MaxNetworks = 4
	// networkWindow is how long a network counts after an address was used in it, and how long an
	// address stays revoked after it was used in too many networks.
	networkWindow = 10 * time.Minute
	// rewriteInterval is how long a node does not write the same use again.
	rewriteInterval = networkWindow / 2
	// revokedTTL is how long a node caches the list of revoked addresses.
	revokedTTL = 3 * time.Second
	// maxRecorded limits the uses that a node remembers as written.
	maxRecorded = 200_000
)

// networks counts the networks in which addresses are used, on all nodes. A node writes an address and
// its network once in rewriteInterval, so that 10,000 viewers cause about thirty rows a second, many
// in one statement. Every node reads the revoked addresses from one short list.
type networks struct {
	db       *db.DB
	clock    clock.Clock
	recorded *cache.LRU[networkUse, time.Time]
	writer   *cache.Batcher[networkUse, struct{}]
	revoked  *cache.TTL[struct{}, map[string]bool]
}

// networkUse is the use of an address in a network.
type networkUse struct{ address, network string }

func newNetworks(d *db.DB, c clock.Clock) *networks {
	n := &networks{db: d, clock: c, recorded: cache.NewLRU[networkUse, time.Time](maxRecorded, nil)}
	n.writer = cache.NewBatcher(n.write)
	n.revoked = cache.NewTTL(cache.TTLOptions[struct{}, map[string]bool]{
		Load: func(ctx context.Context, _ struct{}) (map[string]bool, error) { return n.selectRevoked(ctx) },
		TTL:  cache.FixedTTL[map[string]bool](revokedTTL), MaxWeight: 1, Clock: c,
	})
	return n
}

// Codes of refusals.
const (
	codeTooMany = "too_many_streams"
	codeShared  = "address_shared"
)

func errShared() error {
	return fault.New(fault.Forbidden, codeShared, "This video link is being used on too many networks at once. Open the video again.")
}

// RecordNetwork records the use of an address in a network (netaddr.NetworkName; "" if unknown). For an
// address that was used in more than MaxNetworks networks within networkWindow it returns Forbidden,
// "address_shared".
func (s *Service) RecordNetwork(ctx context.Context, a Address, network string) error {
	return s.networks.record(ctx, networkUse{a.id(), network})
}

func (n *networks) record(ctx context.Context, use networkUse) error {
	n.db.CheckPool(ctx)
	now := n.clock.Now()
	noted, found := n.recorded.Get(use)
	if age := now.Sub(noted); use.network != "" && (!found || age < 0 || age >= rewriteInterval) {
		if _, _, err := n.writer.Get(ctx, use); err != nil {
			return err
		}
		n.recorded.DropExpired(func(at time.Time) bool { return now.Sub(at) >= rewriteInterval })
		n.recorded.Set(use, now)
	}
	revoked, err := n.revoked.Get(ctx, struct{}{})
	if err == nil && revoked[use.address] {
		err = errShared()
	}
	return err
}

// write stores uses of addresses and revokes the addresses that are used in too many networks. Each
// statement is a transaction: of two nodes that write concurrently, the later one counts both uses.
func (n *networks) write(ctx context.Context, uses []networkUse) (map[networkUse]struct{}, error) {
	now := n.clock.Now()
	rows := make([]networkRow, 0, len(uses))
	addresses := make([]string, 0, len(uses))
	seen := map[networkUse]bool{}
	for _, use := range uses {
		if !seen[use] {
			seen[use] = true
			rows = append(rows, networkRow{Address: use.address, Network: use.network, SeenMS: clock.Millis(now)})
			addresses = append(addresses, use.address)
		}
	}
	// All nodes write in the same order, so that no deadlock is possible.
	slices.SortFunc(rows, func(a, b networkRow) int {
		return cmp.Or(cmp.Compare(a.Address, b.Address), cmp.Compare(a.Network, b.Network))
	})
	_, err := n.db.Write().NewInsert().Model(&rows).On("CONFLICT (address, network) DO UPDATE").Set("seen_ms = excluded.seen_ms").Exec(ctx)
	if err != nil {
		return nil, fmt.Errorf("insert networks of addresses: %w", err)
	}
	var shared []string
	err = n.db.Write().NewSelect().Model((*networkRow)(nil)).Column("address").Where("address IN (?)", bun.List(addresses)).
		Where("seen_ms > ?", clock.Millis(now.Add(-networkWindow))).Group("address").Having("count(*) > ?", MaxNetworks).Scan(ctx, &shared)
	if err != nil {
		return nil, fmt.Errorf("count networks of addresses: %w", err)
	}
	return nil, n.revoke(ctx, shared, now.Add(networkWindow))
}

func (n *networks) revoke(ctx context.Context, addresses []string, until time.Time) error {
	if len(addresses) == 0 {
		return nil
	}
	slices.Sort(addresses)
	rows := make([]revokedRow, len(addresses))
	for i, address := range addresses {
		rows[i] = revokedRow{Address: address, UntilMS: clock.Millis(until)}
	}
	_, err := n.db.Write().NewInsert().Model(&rows).On("CONFLICT (address) DO UPDATE").Set("until_ms = excluded.until_ms").Exec(ctx)
	if err != nil {
		return fmt.Errorf("revoke addresses: %w", err)
	}
	n.revoked.InvalidateAll()
	return nil
}

func (n *networks) selectRevoked(ctx context.Context) (map[string]bool, error) {
	var list []string
	err := n.db.Read().NewSelect().Model((*revokedRow)(nil)).Column("address").Where("until_ms > ?", clock.Millis(n.clock.Now())).Scan(ctx, &list)
	if err != nil {
		return nil, fmt.Errorf("list revoked addresses: %w", err)
	}
	found := make(map[string]bool, len(list))
	for _, address := range list {
		found[address] = true
	}
	return found, nil
}

// DeleteExpiredNetworks deletes at most limit expired uses of addresses, and as many expired
// revocations. It returns the larger of the two numbers.
func (s *Service) DeleteExpiredNetworks(ctx context.Context, limit int64) (int64, error) {
	old := clock.Millis(s.clock.Now().Add(-time.Hour))
	uses := s.db.Write().NewSelect().Model((*networkRow)(nil)).Column("address", "network").Where("seen_ms <= ?", old).Limit(limit)
	result, err := s.db.Write().NewDelete().Model((*networkRow)(nil)).Where("(address, network) IN (?)", uses).Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("delete networks of addresses: %w", err)
	}
	n, err := result.RowsAffected()
	if err != nil {
		return 0, err
	}
	ended := s.db.Write().NewSelect().Model((*revokedRow)(nil)).Column("address").Where("until_ms <= ?", old).Limit(limit)
	result, err = s.db.Write().NewDelete().Model((*revokedRow)(nil)).Where("address IN (?)", ended).Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("delete expired revocations: %w", err)
	}
	m, err := result.RowsAffected()
	return max(n, m), err
}

type networkRow struct {
	bun.BaseModel `bun:"table:address_networks,alias:n"`

	Address string `bun:",pk"`
	Network string `bun:",pk"`
	SeenMS  int64  `bun:"seen_ms"`
}

type revokedRow struct {
	bun.BaseModel `bun:"table:revoked_addresses,alias:r"`

	Address string `bun:",pk"`
	UntilMS int64  `bun:"until_ms"`
}
