package cache_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/grandstand/grandstand/internal/cache"
)

// TestLRUAgainstAModel compares random calls with the same calls on a plain list.
func TestLRUAgainstAModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const limit = 12
		type pair struct{ key, value int }
		var model []pair // the last was asked for last
		take := func(key int) (pair, bool) {
			for i, p := range model {
				if p.key == key {
					model = append(model[:i:i], model[i+1:]...)
					return p, true
				}
			}
			return pair{}, false
		}
		put := func(p pair) {
			take(p.key)
			if p.value > limit {
				return
			}
			model = append(model, p)
			for weight := func() (sum int) {
				for _, p := range model {
					sum += p.value
				}
				return sum
			}; weight() > limit; {
				model = model[1:]
			}
		}
		c := cache.NewLRU[int](limit, func(v int) int { return v })
		key, value := rapid.IntRange(0, 5), rapid.IntRange(0, 14)
		t.Repeat(map[string]func(*rapid.T){
			"get": func(t *rapid.T) {
				k := key.Draw(t, "key")
				got, found := c.Get(k)
				want, wanted := take(k)
				if wanted {
					model = append(model, want)
				}
				if got != want.value || found != wanted {
					t.Fatalf("get %d: %d, %v, want %d, %v", k, got, found, want.value, wanted)
				}
			},
			"set": func(t *rapid.T) {
				p := pair{key.Draw(t, "key"), value.Draw(t, "value")}
				c.Set(p.key, p.value)
				put(p)
			},
			"update": func(t *rapid.T) {
				k, by := key.Draw(t, "key"), value.Draw(t, "by")
				c.Update(k, func(old int) int { return old + by })
				old, _ := take(k)
				put(pair{k, old.value + by})
			},
			"drop spent": func(t *rapid.T) {
				least := value.Draw(t, "least")
				c.DropExpired(func(v int) bool { return v < least })
				for range 2 {
					if len(model) > 0 && model[0].value < least {
						model = model[1:]
					} else {
						break
					}
				}
			},
			"delete": func(t *rapid.T) {
				k := key.Draw(t, "key")
				c.Delete(k)
				take(k)
			},
			"clear": func(*rapid.T) {
				c.Clear()
				model = nil
			},
		})
	})
}
