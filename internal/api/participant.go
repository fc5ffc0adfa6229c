package api

import (
	"context"
	"net/http"
	"slices"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
)

func (a *API) registerParticipant() {
	register(a, Operation{
		ID: "list-participants", Method: http.MethodGet, Path: "/api/participants", Tag: "catalog",
		Summary: "List participants: teams and athletes", Auth: AuthChannel, Cache: configurationCache,
	}, a.listParticipants)
}

func (a *API) listParticipants(ctx context.Context, c Caller, in *participantsInput) (Page[ParticipantDTO], error) {
	v, err := a.view(ctx, c.Channel.ID, c.Lang)
	if err != nil {
		return Page[ParticipantDTO]{}, err
	}
	var p problems
	schools, sports := p.terms("school", in.School), p.terms("sport", in.Sport)
	if err := p.err(); err != nil {
		return Page[ParticipantDTO]{}, err
	}
	chosen := v.chooseParticipants(schools, sports, in)
	if in.NoLimit {
		return whole(chosen), nil
	}
	return paged(chosen, pageInput{Limit: in.Limit, Offset: in.Offset}), nil
}

func (v *view) chooseParticipants(schools, sports []string, in *participantsInput) []ParticipantDTO {
	groups, categories := v.ref.GroupsOf(schools), v.ref.CategoriesOf(sports)
	found := v.ref.FindNames(in.Search).Participants
	var out []ParticipantDTO
	for i, p := range v.ref.Participants {
		if schools != nil && !slices.Contains(groups, p.GroupID) ||
			sports != nil && !slices.Contains(categories, p.CategoryID) ||
			in.Gender != "" && string(p.Gender) != in.Gender ||
			in.Search != "" && !slices.Contains(found, i) {
			continue
		}
		out = append(out, v.participants[i])
	}
	return out
}

func (v *view) playerDTO(p *catalog.Participant) PlayerDTO {
	return PlayerDTO{
		ID: int64(p.ID), Name: v.in(p.Name), ShortName: v.in(p.ShortName), Code: p.Code, Alias: p.Alias, Color: p.Color,
		OnColor: channel.OnTeam(p.Color), Image: firstImage(p.Images), ImageSrcset: v.emblem(p.Images), ParticipantGroupID: orNull(int64(p.GroupID)),
	}
}

func (v *view) participantDTO(p *catalog.Participant) ParticipantDTO {
	dto := ParticipantDTO{
		PlayerDTO: v.playerDTO(p), Images: mediaURLs(p.Images), ImagePlaceholder: v.pictures[firstOf(p.Images)].Placeholder,
		Properties: participantPropertiesDTO{Gender: string(p.Gender), Sport: orNull(int64(p.CategoryID))},
	}
	if g := v.ref.Group(p.GroupID); g != nil {
		dto.Group = &NamedDTO{ID: int64(g.ID), Name: v.in(g.Name), Alias: g.Alias}
	}
	return dto
}

type participantsInput struct {
	NoLimit bool   `query:"no_limit" doc:"All of them"`
	Limit   int    `query:"limit" minimum:"1" maximum:"1000" default:"100"`
	Offset  int    `query:"offset" minimum:"0" maximum:"100000"`
	School  string `query:"school" doc:"Ids or aliases of participant groups, separated by commas"`
	Sport   string `query:"sport" doc:"Ids or aliases of event categories, separated by commas; those below count too"`
	Gender  string `query:"gender" enum:"M,W"`
	Search  string `query:"search" minLength:"1" maxLength:"100" doc:"Beginnings of words of the name, the participant group, the sport and the gender"`
}

// PlayerDTO is a participant as events name it.
type PlayerDTO struct {
	ID                 int64  `json:"id"`
	Name               string `json:"name"`
	ShortName          string `json:"short_name"`
	Code               string `json:"code" doc:"A few letters for the smallest places"`
	Alias              string `json:"alias"`
	Color              string `json:"color"`
	OnColor            string `json:"on_color" doc:"Readable on color"`
	Image              string `json:"image"`
	ImageSrcset        string `json:"image_srcset,omitempty" doc:"Variants narrow enough for a crest; absent when there are none"`
	ParticipantGroupID *int64 `json:"participant_group_id"`
}

// ParticipantDTO is a participant.
type ParticipantDTO struct {
	PlayerDTO

	Images           []string                 `json:"images"`
	ImagePlaceholder string                   `json:"image_placeholder" doc:"A data URI of a few colours to paint until the picture is there; empty when there is none"`
	Properties       participantPropertiesDTO `json:"properties"`
	Group            *NamedDTO                `json:"group,omitempty" doc:"The participant group"`
}

type participantPropertiesDTO struct {
	Gender string `json:"gender" enum:"M,W,"`
	Sport  *int64 `json:"sport" doc:"Event category"`
}
