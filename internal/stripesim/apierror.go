package stripesim

import (
	"fmt"
	"net/http"
)

// Types of errors: https://docs.stripe.com/api/errors.
const (
	typeRequest     = "invalid_request_error"
	typeCard        = "card_error"
	typeIdempotency = "idempotency_error"
	typeAPI         = "api_error"
)

// apiError is an error as a caller sees it.
type apiError struct {
	status  int
	kind    string
	code    string
	decline string
	message string
	param   string
	charge  string
	// intent is the payment or setup intent that the error tells of, method the payment method.
	intent object
	method object
	// keep tells that what the request did until the error stays done: a declined charge is on the ledger.
	keep bool
}

func (e *apiError) Error() string { return e.kind + " " + e.code + ": " + e.message }

func (e *apiError) body() object {
	o := object{"type": e.kind, "message": e.message}
	if e.code != "" {
		o["code"] = e.code
		o["doc_url"] = "https://stripe.com/docs/error-codes/" + dashed(e.code)
	}
	for key, value := range map[string]string{"decline_code": e.decline, "param": e.param, "charge": e.charge} {
		if value != "" {
			o[key] = value
		}
	}
	if e.method != nil {
		o["payment_method"] = e.method.public()
	}
	if e.intent != nil {
		o[e.intent.kind()] = e.intent.public()
	}
	return o
}

func dashed(code string) string {
	out := []byte(code)
	for i := range out {
		if out[i] == '_' {
			out[i] = '-'
		}
	}
	return string(out)
}

// invalid is a request that cannot be done as it was sent.
func invalid(code, param, format string, args ...any) *apiError {
	return &apiError{status: http.StatusBadRequest, kind: typeRequest, code: code, param: param, message: fmt.Sprintf(format, args...)}
}

func missing(param string) *apiError {
	return invalid("parameter_missing", param, "Missing required param: %s.", param)
}

// unknown is an object that the account does not have.
func unknown(kind, id, param string) *apiError {
	name := noun(kind)
	if kind == kindIntent {
		name = kind
	}
	e := invalid("resource_missing", param, "No such %s: '%s'", name, id)
	e.status = http.StatusNotFound
	return e
}

// noun is the kind as Stripe's sentences spell it.
func noun(kind string) string {
	switch kind {
	case kindIntent:
		return "PaymentIntent"
	case kindSetup:
		return "SetupIntent"
	case kindMethod:
		return "PaymentMethod"
	case "test_helpers.test_clock":
		return "test clock"
	case "promotion_code":
		return "promotion code"
	case "webhook_endpoint":
		return "webhook endpoint"
	default:
		return kind
	}
}

// unauthorized is a request without a key that the simulator knows.
func unauthorized(format string, args ...any) *apiError {
	return &apiError{status: http.StatusUnauthorized, kind: typeRequest, message: fmt.Sprintf(format, args...)}
}

// cardRefused is a card whose data are wrong, or that the bank declined.
func cardRefused(code, decline, param, message string) *apiError {
	return &apiError{status: http.StatusPaymentRequired, kind: typeCard, code: code, decline: decline, param: param, message: message}
}

func internalError(message string) *apiError {
	return &apiError{status: http.StatusInternalServerError, kind: typeAPI, message: message}
}
