package catalog

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/grandstand/grandstand/internal/text"
)

// EventSnapshot is what an operator or a schedule decides of an event, before or after an
// import.
type EventSnapshot struct {
	CategoryID           CategoryID      `json:"category"`
	LocationID           LocationID      `json:"location"`
	DivisionID           DivisionID      `json:"division"`
	GroupID              EventGroupID    `json:"group"`
	Type                 Type            `json:"type"`
	Gender               Gender          `json:"gender"`
	Name                 text.Text       `json:"name"`
	SortName             string          `json:"sort_name"`
	Participants         []ParticipantID `json:"participants"`
	HomeID               ParticipantID   `json:"home"`
	StartMS              int64           `json:"start_ms"`
	TimeTBA              bool            `json:"time_tba"`
	ScheduleStatus       ScheduleStatus  `json:"schedule_status"`
	PlannedMS            int64           `json:"planned_ms"`
	TimeZone             string          `json:"time_zone"`
	BasePrice            int64           `json:"base_price"`
	ServiceFee           int64           `json:"service_fee"`
	Currency             string          `json:"currency"`
	SingleEventPackageID int64           `json:"single_event_package"`
	Featured             bool            `json:"featured"`
	Image                string          `json:"image"`
	Embed                string          `json:"embed"`
	Description          text.Text       `json:"description"`
	ExternalID           string          `json:"external_id"`
	ImportedStartMS      int64           `json:"imported_start_ms"`
	ImportedStatus       ScheduleStatus  `json:"imported_status"`
}

func (r *eventRow) snapshot() (EventSnapshot, error) {
	s := EventSnapshot{
		CategoryID: r.EventCategoryID, LocationID: r.LocationID, DivisionID: r.DivisionID, GroupID: r.GroupID, Type: r.Type, Gender: r.Gender,
		Name: r.Name, SortName: r.SortName, HomeID: r.HomeParticipantID, StartMS: r.StartMS, TimeTBA: r.TimeTBA, ScheduleStatus: r.ScheduleStatus,
		PlannedMS: r.PlannedMS, TimeZone: r.TimeZone, BasePrice: r.BasePrice, ServiceFee: r.ServiceFee, Currency: r.Currency,
		SingleEventPackageID: r.SingleEventPackageID, Featured: r.Featured, Image: r.Image, Embed: r.Embed, Description: r.Description,
		ExternalID: r.ExternalID, ImportedStartMS: r.ImportedStartMS, ImportedStatus: r.ImportedStatus,
	}
	if err := json.Unmarshal([]byte(r.Participants), &s.Participants); err != nil {
		return s, fmt.Errorf("decode the participants of event %d: %w", r.ID, err)
	}
	if s.Name == nil {
		s.Name = text.Text{}
	}
	if s.Description == nil {
		s.Description = text.Text{}
	}
	return s, nil
}

// restore sets what a snapshot says.
func (r *eventRow) restore(s EventSnapshot) error {
	r.EventCategoryID, r.LocationID, r.DivisionID, r.GroupID, r.Type, r.Gender = s.CategoryID, s.LocationID, s.DivisionID, s.GroupID, s.Type, s.Gender
	r.Name, r.SortName, r.HomeParticipantID, r.StartMS, r.TimeTBA, r.ScheduleStatus = s.Name, s.SortName, s.HomeID, s.StartMS, s.TimeTBA, s.ScheduleStatus
	r.PlannedMS, r.TimeZone, r.BasePrice, r.ServiceFee, r.Currency = s.PlannedMS, s.TimeZone, s.BasePrice, s.ServiceFee, s.Currency
	r.SingleEventPackageID, r.Featured, r.Image, r.Embed, r.Description = s.SingleEventPackageID, s.Featured, s.Image, s.Embed, s.Description
	r.ExternalID, r.ImportedStartMS, r.ImportedStatus, r.Price = s.ExternalID, s.ImportedStartMS, s.ImportedStatus, s.BasePrice+s.ServiceFee
	if !r.EndedMS.Valid {
		r.DurationMS = s.PlannedMS
	}
	var err error
	r.Participants, err = encode(append([]ParticipantID{}, s.Participants...))
	return err
}

// merge returns now with the fields of before that an import changed to after. Fields that
// were changed since stay, and are named in kept.
func merge(before, after, now EventSnapshot) (merged EventSnapshot, kept []string) {
	b, a, m := reflect.ValueOf(before), reflect.ValueOf(after), reflect.ValueOf(&now).Elem()
	for i := range m.NumField() {
		changed := !reflect.DeepEqual(b.Field(i).Interface(), a.Field(i).Interface())
		same := reflect.DeepEqual(a.Field(i).Interface(), m.Field(i).Interface())
		switch {
		case changed && same:
			m.Field(i).Set(b.Field(i))
		case changed:
			kept = append(kept, fieldWords(m.Type().Field(i))...)
		}
	}
	return now, kept
}

// differing names the fields in which two snapshots differ.
func differing(a, b EventSnapshot) []string {
	var out []string
	left, right := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range left.NumField() {
		if !reflect.DeepEqual(left.Field(i).Interface(), right.Field(i).Interface()) {
			out = append(out, fieldWords(left.Type().Field(i))...)
		}
	}
	return out
}

// fieldWords names a field for people; none for one that follows from others.
func fieldWords(f reflect.StructField) []string {
	switch name := f.Tag.Get("json"); name {
	case "sort_name", "imported_start_ms", "imported_status", "single_event_package", "external_id":
		return nil
	case "start_ms":
		return []string{"start"}
	case "planned_ms":
		return []string{"duration"}
	default:
		return []string{strings.ReplaceAll(name, "_", " ")}
	}
}
