package rtmp

// cursor reads bytes from the front, and notes when there were too few.
type cursor struct {
	rest   []byte
	broken bool
}

// next takes n bytes. Where there are fewer, the cursor is broken and the bytes are 0, at most 8.
func (c *cursor) next(n int) []byte {
	if n < 0 || n > len(c.rest) {
		c.broken, c.rest = true, nil
		return make([]byte, min(max(n, 0), 8))
	}
	b := c.rest[:n]
	c.rest = c.rest[n:]
	return b
}

func (c *cursor) byte() byte     { return c.next(1)[0] }
func (c *cursor) uint16() int    { b := c.next(2); return int(b[0])<<8 | int(b[1]) }
func (c *cursor) uint24() int    { return int(uint24(c.next(3))) }
func (c *cursor) fourCC() string { return string(c.next(4)) }

func uint24(b []byte) uint32 { return uint32(b[0])<<16 | uint32(b[1])<<8 | uint32(b[2]) }
