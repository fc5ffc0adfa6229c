package api

// Data is the form of every success that is not a list with paging.
type Data[T any] struct {
	Data T `json:"data"`
}

// Page is the form of a list that can be paged.
type Page[T any] struct {
	Data []T  `json:"data"`
	Meta Meta `json:"meta"`
}

// Meta says where in the list a page lies.
type Meta struct {
	Total  int64  `json:"total" doc:"Items in the whole list; may be up to 5 seconds old"`
	Limit  int    `json:"limit" doc:"Most items on a page; 0 when the list is not limited"`
	Offset int    `json:"offset" doc:"Items before this page"`
	Next   string `json:"next,omitempty" doc:"Opaque cursor of the next page, for ?after="`
}

// data wraps a single value.
func data[T any](v T) Data[T] { return Data[T]{v} }

// whole wraps a list that is always answered in full. A nil list is an empty one.
func whole[T any](items []T) Page[T] {
	if items == nil {
		items = []T{}
	}
	return Page[T]{Data: items, Meta: Meta{Total: int64(len(items))}}
}
