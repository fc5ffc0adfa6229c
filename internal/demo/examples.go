package demo

import (
	"context"
	"fmt"

	"github.com/grandstand/grandstand/demo/packs"
	"github.com/grandstand/grandstand/internal/pack"
)

// SeedExamples brings in the example channels beside the demo channel, as
// `grandstand channel apply` does.
func SeedExamples(ctx context.Context, house pack.House) error {
	for _, key := range packs.Keys() {
		tree, err := packs.Pack(key)
		if err != nil {
			return err
		}
		p, err := pack.Read(tree, func(string) (string, bool) { return "", false })
		if err != nil {
			return fmt.Errorf("read the example %s: %w", key, err)
		}
		if _, err := pack.Apply(ctx, house, p, false); err != nil {
			return fmt.Errorf("apply the example %s: %w", key, err)
		}
	}
	return nil
}
