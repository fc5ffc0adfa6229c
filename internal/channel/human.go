package channel

import (
	"context"
	"net/netip"

	"github.com/grandstand/grandstand/internal/captcha"
	"github.com/grandstand/grandstand/internal/fault"
)

// What tokens are given for: one for a form is none for a registration.
const (
	formAction     = "form"
	RegisterAction = "register"
	LoginAction    = "login"
	ResetAction    = "password_reset"
)

// Proof is what somebody sent to show that they are no robot.
type Proof struct {
	Action  string
	Token   string
	Address netip.Addr // of the client
}

// Challenge is what a browser needs to be given a token.
type Challenge struct {
	SiteKey, Script, Action string
}

// Challenge says how who sends a form of the channel proves that they are no robot; nil
// where the channel has not both of its keys and nobody has to. A secret that cannot be
// read counts as one: then nothing is sent before somebody has repaired it.
func (d *Desk) Challenge(ctx context.Context, c *Channel) *Challenge {
	_, asks, err := d.recaptcha(ctx, c)
	if err == nil && !asks {
		return nil
	}
	return &Challenge{SiteKey: c.Settings.RecaptchaSiteKey, Script: d.humans.Script(), Action: formAction}
}

func (d *Desk) recaptcha(ctx context.Context, c *Channel) (secret string, asks bool, err error) {
	if d.humans == nil || c.Settings.RecaptchaSiteKey == "" {
		return "", false, nil
	}
	secret, err = d.sites.Secret(ctx, c.ID, RecaptchaSecret)
	if fault.KindOf(err) == fault.NotFound {
		return "", false, nil
	}
	return secret, err == nil, err
}

// CheckHuman refuses robots where the channel has both of its keys.
//
// Failures: Unprocessable captcha_required and captcha_failed; Unavailable when nobody
// can tell.
func (d *Desk) CheckHuman(ctx context.Context, id ID, p Proof) error {
	c, err := d.sites.FindByID(ctx, id)
	if err != nil {
		return err
	}
	return d.checkHuman(ctx, c, p)
}

// AsksForPerson reports whether the channel has both keys of a captcha.
func (d *Desk) AsksForPerson(ctx context.Context, id ID) (bool, error) {
	c, err := d.sites.FindByID(ctx, id)
	if err != nil {
		return false, err
	}
	_, asks, err := d.recaptcha(ctx, c)
	return asks, err
}

// checkHuman lets nobody through that it cannot ask about.
func (d *Desk) checkHuman(ctx context.Context, c *Channel, p Proof) error {
	secret, asks, err := d.recaptcha(ctx, c)
	if err == nil && !asks {
		return nil
	}
	if p.Token == "" {
		return fault.New(fault.Unprocessable, "captcha_required", "Google recaptcha token required")
	}
	human := false
	if err == nil {
		human, err = d.humans.IsHuman(ctx, captcha.Proof{
			Secret: secret, Token: p.Token, Action: p.Action, Hosts: c.Domains, Address: p.Address,
		})
	}
	if err != nil {
		return fault.Wrap(err, fault.Unavailable, "captcha_unavailable",
			"We could not confirm that you are not a robot, so nothing was sent. Please try again in a few minutes.")
	}
	if !human {
		return fault.New(fault.Unprocessable, "captcha_failed", "Google recaptcha token is invalid or you look like a robot")
	}
	return nil
}
