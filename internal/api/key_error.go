package api

import (
	"context"
	"net/http"
)

func (a *API) registerKeyError() {
	register(a, Operation{
		ID: "report-key-error", Method: http.MethodPost, Path: "/analytics/datalake/key-error/", Tag: "analytics",
		Summary: "Report that a page got no api key: the event api_key_error, without a session or user",
		Auth:    AuthChannel, Class: ClassAnalytics, Limit: ReportLimit, MaxBody: 1 << 10,
	}, a.reportKeyError)
}

func (a *API) reportKeyError(_ context.Context, c Caller, in *keyErrorInput) (Data[doneDTO], error) {
	by := a.reporter(c, "", "")
	by.UserID = 0 // also of a caller that has a key after all
	return data(doneDTO{true}), a.Analytics.RecordKeyError(by, in.Body.Times)
}

type keyErrorInput struct {
	Body struct {
		Times int `json:"times" minimum:"1" maximum:"20" doc:"How many pages in one tab got no api key since the last report"`
	}
}
