package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// simulatorAddress is the file in which a demo keeps the address of its simulator of payments.
func (a *App) simulatorAddress() string {
	return filepath.Join(a.Config.Data, "stripe-simulator", "address")
}

// announceSimulator lets commands on the same data folder find the demo's simulator until the demo ends.
func (a *App) announceSimulator(address string) error {
	file := a.simulatorAddress()
	if err := os.WriteFile(file, []byte(address), 0o600); err != nil {
		return fmt.Errorf("announce the simulator of payments: %w", err)
	}
	a.closers = append(a.closers, func() error {
		if err := os.Remove(file); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	})
	return nil
}

// UseDemoSimulator has a command take the simulator of the demo that runs on its data folder, if one does and no other
// simulator is configured. The demo has told the simulator where webhooks go.
func (a *App) UseDemoSimulator() error {
	if a.payments.url != "" {
		return nil
	}
	address, err := os.ReadFile(a.simulatorAddress())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("find the simulator of payments: %w", err)
	}
	a.payments.url, a.payments.external = string(address), true
	return nil
}
