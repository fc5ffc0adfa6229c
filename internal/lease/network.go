package lease

import (
	"cmp"
	"context"
	"fmt"
	"net/netip"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
)

const (
	// MaxNetworks is in how many networks one address may be used within networkWindow. A phone
	// that goes from one wifi over a mobile network to another wifi needs three; each may have
	// IPv4 and IPv6, of which a player uses one for long.
	MaxNetworks = 4
	// networkWindow is for how long a network counts after it used an address, and how long an
	// address is revoked after it was used in too many.
	networkWindow = 10 * time.Minute
	// networkNoted is how long a node does not write down again what it wrote.
	networkNoted = networkWindow / 2
	// revokedKept is how long a node believes its list of revoked addresses.
	revokedKept = 3 * time.Second
	// maxNoted bounds what a node remembers to have written.
	maxNoted = 200_000
)

// networks counts in which networks addresses are used, on all nodes. A node writes an address and
// network once in networkNoted, so that 10,000 viewers cost some thirty rows a second, many in
// one statement; whether an address is revoked every node reads from one short list.
type networks struct {
	db      *db.DB
	clock   clock.Clock
	noted   *cache.Bounded[networkUse, time.Time]
	writer  *cache.Gathered[networkUse, struct{}]
	revoked *cache.Kept[struct{}, map[string]bool]
}

// networkUse is the use of an address in a network.
type networkUse struct{ address, network string }

func newNetworks(d *db.DB, c clock.Clock) *networks {
	n := &networks{db: d, clock: c, noted: cache.NewBounded[networkUse, time.Time](maxNoted, nil)}
	n.writer = cache.NewGathered(n.write)
	n.revoked = cache.NewKept(cache.KeptOptions[struct{}, map[string]bool]{
		Load:  func(ctx context.Context, _ struct{}) (map[string]bool, error) { return n.selectRevoked(ctx) },
		Lasts: cache.For[map[string]bool](revokedKept), Limit: 1, Clock: c,
	})
	return n
}

// Network is the network of a client's address: the IPv4 /24 or the IPv6 /48, which is the most
// that a provider gives one customer.
func Network(client netip.Addr) string {
	client = client.Unmap().WithZone("")
	bits := 24
	if client.Is6() {
		bits = 48
	}
	network, err := client.Prefix(bits)
	if err != nil || !network.IsValid() {
		return ""
	}
	return network.String()
}

// Codes of refusals.
const (
	codeTooMany = "too_many_streams"
	codeShared  = "address_shared"
)

func errShared() error {
	return fault.New(fault.Forbidden, codeShared, "This address is used in too many networks at once. Open the video again.")
}

// NoteNetwork notes that an address is used in a network, as Network names it; "" where that is
// not known. An address that was used in more than MaxNetworks of late: Forbidden,
// "address_shared".
func (s *Service) NoteNetwork(ctx context.Context, a Address, network string) error {
	return s.networks.note(ctx, networkUse{a.id(), network})
}

func (n *networks) note(ctx context.Context, use networkUse) error {
	n.db.CheckPool(ctx)
	now := n.clock.Now()
	noted, found := n.noted.Get(use)
	if age := now.Sub(noted); use.network != "" && (!found || age < 0 || age >= networkNoted) {
		if _, _, err := n.writer.Get(ctx, use); err != nil {
			return err
		}
		n.noted.DropSpent(func(at time.Time) bool { return now.Sub(at) >= networkNoted })
		n.noted.Set(use, now)
	}
	revoked, err := n.revoked.Get(ctx, struct{}{})
	if err == nil && revoked[use.address] {
		err = errShared()
	}
	return err
}

// write writes uses of addresses down and revokes those that are used in too many networks. Each
// statement is a transaction: of two nodes that write at once, the later one counts both.
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
	// One order for all nodes, so that two of them never wait for each other's rows.
	slices.SortFunc(rows, func(a, b networkRow) int {
		return cmp.Or(cmp.Compare(a.Address, b.Address), cmp.Compare(a.Network, b.Network))
	})
	_, err := n.db.Write().NewInsert().Model(&rows).On("CONFLICT (address, network) DO UPDATE").Set("seen_ms = excluded.seen_ms").Exec(ctx)
	if err != nil {
		return nil, fmt.Errorf("note networks of addresses: %w", err)
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
	n.revoked.ForgetAll()
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

// PruneNetworks deletes at most limit networks of addresses, and as many revocations, that no
// longer count, and returns how many.
func (s *Service) PruneNetworks(ctx context.Context, limit int64) (int64, error) {
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
		return 0, fmt.Errorf("delete revocations that are over: %w", err)
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
