// Package tax divides the taxes of a price among the taxes that a channel names, such as GST and QST in Québec.
package tax

import (
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/grandstand/grandstand/internal/text"
)

// Tax is one tax that a channel collects.
type Tax struct {
	Name   text.Text `json:"name"`
	Rate   int64     `json:"rate"`             // in thousandths of a percent: 9975 is 9.975 %
	Number string    `json:"number,omitempty"` // under which the channel is registered
}

// Part is the amount of one tax, in minor units.
type Part struct {
	Tax

	Amount int64
}

// List are the taxes of a channel in the order in which receipts name them. A column stores it as JSON, none as "".
type List []Tax

// Split divides an amount by the rates of the taxes. The parts add up to the amount.
func (l List) Split(amount int64) []Part {
	rates := int64(0)
	for _, t := range l {
		rates += t.Rate
	}
	parts := make([]Part, len(l))
	for i, t := range l {
		part := amount
		if rates > t.Rate {
			part = (2*amount*t.Rate + rates) / (2 * rates) // rounded half up
		}
		parts[i] = Part{t, part}
		amount, rates = amount-part, rates-t.Rate
	}
	return parts
}

// Value stores the list.
func (l List) Value() (driver.Value, error) {
	if len(l) == 0 {
		return "", nil
	}
	stored, err := json.Marshal(l)
	if err != nil {
		return nil, fmt.Errorf("store taxes: %w", err)
	}
	return string(stored), nil
}

// Scan reads a stored list.
func (l *List) Scan(src any) error {
	var stored []byte
	switch src := src.(type) {
	case nil:
	case string:
		stored = []byte(src)
	case []byte:
		stored = src
	default:
		return errors.New("taxes are stored as text")
	}
	*l = nil
	if len(stored) == 0 {
		return nil
	}
	if err := json.Unmarshal(stored, l); err != nil {
		return fmt.Errorf("read stored taxes: %w", err)
	}
	return nil
}
