package stripesim

import (
	"maps"
	"strconv"
	"strings"
)

// Bounds of metadata: https://docs.stripe.com/api/metadata.
const (
	maxMetadata      = 50
	maxMetadataKey   = 40
	maxMetadataValue = 500
	maxString        = 5000
)

// bracketed is how Stripe names a nested parameter in its errors: a[b].
func bracketed(names []string) string {
	return names[0] + strings.Join(mapped(names[1:], func(n string) string { return "[" + n + "]" }), "")
}

func mapped(values []string, change func(string) string) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = change(v)
	}
	return out
}

// whole reads a parameter that is a whole number.
func (c *call) whole(names ...string) (int64, error) {
	n, err := strconv.ParseInt(c.p.str(names...), 10, 64)
	if err != nil {
		return 0, invalid("parameter_invalid_integer", bracketed(names), "Invalid integer: %s", c.p.str(names...))
	}
	return n, nil
}

// boolean reads a parameter that is true or false, or otherwise when it was not sent.
func (c *call) boolean(otherwise bool, names ...string) (bool, error) {
	switch value := c.p.str(names...); {
	case !c.p.has(names...):
		return otherwise, nil
	case value == "true" || value == "1":
		return true, nil
	case value == "false" || value == "0":
		return false, nil
	default:
		return false, invalid("", bracketed(names), "Invalid boolean: %s", value)
	}
}

// choice reads a parameter that is one of a few words, or otherwise when it was not sent.
func (c *call) choice(otherwise string, allowed []string, names ...string) (string, error) {
	value := c.p.str(names...)
	if value == "" {
		return otherwise, nil
	}
	for _, word := range allowed {
		if value == word {
			return value, nil
		}
	}
	return "", invalid("", bracketed(names), "Invalid %s: must be one of %s", bracketed(names), strings.Join(allowed, ", or "))
}

// copyStrings sets the fields that were sent; an empty one becomes null.
func (c *call) copyStrings(o object, names ...string) error {
	for _, name := range names {
		if !c.p.has(name) {
			continue
		}
		value := c.p.str(name)
		if len(value) > maxString {
			return invalid("parameter_invalid_string", name, "Invalid string: %s…; must be at most %d characters", value[:50], maxString)
		}
		o[name] = orNil(value)
	}
	return nil
}

// metadata is what was, changed by what was sent: an empty value takes a key away, an empty parameter all of them.
func (c *call) metadata(was object) (object, error) {
	out := object{}
	maps.Copy(out, was)
	group := c.p.at("metadata")
	switch {
	case group == nil:
		return out, nil
	case group.leaf && group.value == "":
		return object{}, nil
	case group.leaf:
		return nil, invalid("", "metadata", "Invalid object")
	}
	for key, entry := range group.kids {
		switch {
		case !entry.leaf:
			return nil, invalid("", "metadata", "Metadata values must be strings, but for key '%s' you passed in a group.", key)
		case len(key) > maxMetadataKey:
			return nil, invalid("", "metadata", "Metadata keys must be at most %d characters, but '%s' is longer.", maxMetadataKey, key)
		case len(entry.value) > maxMetadataValue:
			return nil, invalid("", "metadata", "Metadata values can have up to %d characters, but the value of '%s' is longer.", maxMetadataValue, key)
		case entry.value == "":
			delete(out, key)
		default:
			out[key] = entry.value
		}
	}
	if len(out) > maxMetadata {
		return nil, invalid("", "metadata", "You can have at most %d keys in metadata.", maxMetadata)
	}
	return out, nil
}

// only refuses parameters that a call does not know, as Stripe does.
func (c *call) only(names ...string) error {
	known := map[string]bool{"expand": true}
	for _, name := range names {
		known[name] = true
	}
	for _, name := range c.p.names() {
		if !known[name] {
			return invalid("parameter_unknown", name, "Received unknown parameter: %s", name)
		}
	}
	return nil
}
