package main

import (
	"fmt"
	"regexp"
	"strconv"

	plain "github.com/grandstand/grandstand/internal/text"
)

// eventNumber is the number of an event, as `grandstand event list` prints it and as it ends the address of its page.
type eventNumber int64

// UnmarshalText is part of encoding.TextUnmarshaler.
func (n *eventNumber) UnmarshalText(text []byte) error {
	value, err := positive(string(text))
	if err != nil {
		return fmt.Errorf("%q is not the number of an event: write one such as 42, which `grandstand event list` prints", text)
	}
	*n = eventNumber(value)
	return nil
}

// orderNumber is the number of an order, with or without the letters that receipts print before it.
type orderNumber int64

// printedOrder are the letters and marks around an order's number, as people copy and type them: "GS-000042", "gs 42", "#GS–000042".
var printedOrder = regexp.MustCompile(`(?i)^#?[\s\p{Z}]*(?:GS[\s\p{Z}\p{Pd}_.:]*)?`)

// UnmarshalText is part of encoding.TextUnmarshaler.
func (n *orderNumber) UnmarshalText(text []byte) error {
	value, err := positive(printedOrder.ReplaceAllString(plain.Identifier(string(text)), ""))
	if err != nil {
		return fmt.Errorf("%q is not the number of an order: write it as on the receipt, such as GS-000042", text)
	}
	*n = orderNumber(value)
	return nil
}

func positive(text string) (int64, error) {
	value, err := strconv.ParseInt(text, 10, 64)
	if err == nil && value < 1 {
		err = strconv.ErrRange
	}
	return value, err
}

// quantity returns a number with its noun: "1 ticket", "3 tickets".
func quantity(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
