package pack

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// walk calls visit for every value within s that is not itself made of others, with the
// names and positions that lead there. visit may set what it is given.
func walk(s *State, visit func(path []string, v reflect.Value)) {
	walkValue(reflect.ValueOf(s).Elem(), nil, visit)
}

func walkValue(v reflect.Value, path []string, visit func([]string, reflect.Value)) {
	switch v.Interface().(type) {
	case Words, Rich, File, Secret, Sizes:
		visit(path, v)
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			walkValue(v.Field(i), below(path, fieldName(v.Type().Field(i))), visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			walkValue(v.Index(i), below(path, elementName(v, i)), visit)
		}
	case reflect.Map:
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		for _, key := range keys {
			// What a map holds cannot be set in place.
			item := reflect.New(v.Type().Elem()).Elem()
			item.Set(v.MapIndex(key))
			walkValue(item, below(path, key.String()), visit)
			v.SetMapIndex(key, item)
		}
	default:
		visit(path, v)
	}
}

func below(path []string, name string) []string { return append(slices.Clip(path), name) }

// fieldName is what a field is called in files.
func fieldName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
	if name == "" || name == "-" {
		return strings.ToLower(f.Name)
	}
	return name
}

// elementName is an item's alias, in brackets, where items of that kind have one, else
// its position.
func elementName(list reflect.Value, i int) string {
	if alias := aliasOf(list.Index(i)); alias != "" {
		return "[" + alias + "]"
	}
	return strconv.Itoa(i)
}

func aliasOf(v reflect.Value) string {
	if v.Kind() != reflect.Struct {
		return ""
	}
	f := v.FieldByName("Alias")
	if !f.IsValid() {
		return ""
	}
	return f.String()
}
