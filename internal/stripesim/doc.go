// Package stripesim plays Stripe: a stateful HTTP server with Stripe's own calls, objects, errors, idempotency and
// webhooks, to which stripe-go talks by its backend URL. Nothing is charged: only Stripe's published test cards
// (https://docs.stripe.com/testing) are taken, and only keys that begin with sk_sim_ and pk_sim_.
//
// Every secret key is an account of its own: what one account made is unknown to every other.
//
// It imports nothing of ours, so that the code that is tried against it cannot lean on shared mistakes.
package stripesim
