// Package channeltest has what tests need to make a channel service.
package channeltest

import (
	"strings"

	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/seal"
)

// Sealer encrypts secrets with a key that every test shares.
func Sealer() *seal.Sealer {
	s, err := channel.NewSealer([]byte(strings.Repeat("k", 32)))
	if err != nil {
		panic(err)
	}
	return s
}
