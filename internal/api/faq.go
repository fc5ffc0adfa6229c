package api

import "net/http"

func (a *API) registerFAQ() {
	partPage(a, Operation{
		ID: "list-faq", Method: http.MethodGet, Path: "/api/faq", Tag: "channel",
		Summary: "List questions and answers",
	}, func(v *view) *once[Page[QuestionDTO]] { return &v.faq })
}

func (v *view) questionDTOs() []QuestionDTO {
	out := make([]QuestionDTO, len(v.site.FAQ))
	for i, q := range v.site.FAQ {
		out[i] = QuestionDTO{ID: q.ID, Question: v.in(q.Question), Answer: v.in(q.Answer), Category: v.in(q.Category)}
	}
	return out
}

// QuestionDTO is one entry of the FAQ.
type QuestionDTO struct {
	ID       int64  `json:"id"`
	Question string `json:"question"`
	Answer   string `json:"answer" doc:"Sanitised HTML"`
	Category string `json:"category"`
}
