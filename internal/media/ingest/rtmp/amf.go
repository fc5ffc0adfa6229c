package rtmp

import (
	"encoding/binary"
	"math"
)

// Markers of values (Action Message Format AMF 0, 2.1).
const (
	amfNumber = iota
	amfBoolean
	amfString
	amfObject
	amfMovieClip
	amfNull
	amfUndefined
	amfReference
	amfArray
	amfObjectEnd
	amfStrictArray
	amfDate
	amfLongString
	amfUnsupported
	amfRecordSet
	amfXML
	amfTypedObject
	amfAMF3
)

// maxDepth bounds how deep objects lie in each other.
const maxDepth = 16

// fields are the named values of an object.
type fields map[string]any

// passed is a value of a type that no command needs.
type passed struct{}

// amfReader reads the values of a command: float64, bool, string, fields, nil, and passed for others.
type amfReader struct {
	cursor

	amf3 []string // strings that AMF 3 refers to by number
}

// values reads all values up to the first that cannot be read.
func values(b []byte) []any {
	r := &amfReader{cursor: cursor{rest: b}}
	var out []any
	for len(r.rest) > 0 {
		v := r.value(0)
		if r.broken {
			break
		}
		out = append(out, v)
	}
	return out
}

func (r *amfReader) number() float64 { return math.Float64frombits(binary.BigEndian.Uint64(r.next(8))) }
func (r *amfReader) count() int      { return int(binary.BigEndian.Uint32(r.next(4))) }
func (r *amfReader) short() string   { return string(r.next(r.uint16())) }
func (r *amfReader) long() string    { return string(r.next(r.count())) }

func (r *amfReader) value(depth int) any {
	if depth > maxDepth {
		r.broken = true
		return nil
	}
	switch marker := r.byte(); marker {
	case amfNumber:
		return r.number()
	case amfBoolean:
		return r.byte() != 0
	case amfString:
		return r.short()
	case amfLongString:
		return r.long()
	case amfNull, amfUndefined:
		return nil
	case amfObject:
		return r.object(depth)
	case amfTypedObject:
		r.short()
		return r.object(depth)
	case amfArray:
		r.count()
		return r.object(depth)
	case amfStrictArray:
		for n := r.count(); n > 0 && !r.broken; n-- {
			r.value(depth + 1)
		}
	case amfReference:
		r.next(2)
	case amfDate:
		r.next(10)
	case amfXML:
		r.long()
	case amfUnsupported:
	case amfAMF3:
		return r.value3()
	default: // reserved, and of a length that is not known
		r.broken = true
	}
	return passed{}
}

func (r *amfReader) object(depth int) fields {
	out := fields{}
	for !r.broken && len(r.rest) > 0 {
		name := r.short()
		if name == "" && len(r.rest) > 0 && r.rest[0] == amfObjectEnd {
			r.next(1)
			break
		}
		out[name] = r.value(depth + 1)
	}
	return out
}

// value3 reads a value of AMF 3 (Action Message Format AMF 3, 3.1). The commands of an encoder hold
// simple ones.
func (r *amfReader) value3() any {
	const (
		undefined, null, no, yes, integer, double, text = 0, 1, 2, 3, 4, 5, 6
	)
	switch r.byte() {
	case undefined, null:
		return nil
	case no:
		return false
	case yes:
		return true
	case integer:
		return float64(int32(r.integer3()<<3) >> 3)
	case double:
		return r.number()
	case text:
		return r.text3()
	}
	r.broken = true
	return nil
}

// integer3 reads an integer of 1 to 4 bytes.
func (r *amfReader) integer3() uint32 {
	var n uint32
	for range 3 {
		b := r.byte()
		if b < 0x80 {
			return n<<7 | uint32(b)
		}
		n = n<<7 | uint32(b&0x7F)
	}
	return n<<8 | uint32(r.byte())
}

// text3 reads a string, or the number of one that came before.
func (r *amfReader) text3() string {
	head := r.integer3()
	if n := int(head >> 1); head&1 == 0 {
		if n < len(r.amf3) {
			return r.amf3[n]
		}
		r.broken = true
		return ""
	}
	text := string(r.next(int(head >> 1)))
	if text != "" {
		r.amf3 = append(r.amf3, text)
	}
	return text
}
