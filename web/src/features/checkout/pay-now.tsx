import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { hasCode } from '#/api/failure';
import { paymentSetupQuery } from '#/api/orders';
import type { Language } from '#/api/types';
import { amountText } from '#/entities/price';
import { Button } from '#/ui/button';
import type { Sums } from '#/ui/price-lines';
import { Tag } from '#/ui/tag';
import { AddOnList } from './add-on-list';
import { CardForm, PayProblem } from './card-form';
import { CouponField } from './coupon-field';
import { useMissing } from './focus-first';
import { dueNow, type Item, sumsOf } from './item';
import { ItemLines } from './item-lines';
import type { StripeCardRef } from './leave-card';
import { PayBar, showFocusedField } from './pay-bar';
import type { PayFormReturn } from './pay-form';
import { RenewalNote } from './renewal-note';
import { Steps } from './steps';
import { Terms } from './terms';
import type { TillProps } from './till';
import { TillPage } from './till-page';
import { useCardFormReady } from './use-cards';
import type { Coupon } from './use-coupon';
import { usePay } from './use-pay';
import { WalletButtons } from './wallet-buttons';

interface PayNowProps extends TillProps {
  form: PayFormReturn;
  coupon: Coupon;
}

/** Payment step of the checkout. DOM order follows the phone layout. */
export function PayNow({ item, subtitle, summary, addOns, alternatives, style, form, coupon, onOrder }: PayNowProps) {
  const { i18n } = useLingui();
  const { subscription } = item;
  const sums = sumsOf(item, coupon.discounted);
  // A subscription needs a card even if nothing is due today.
  const free = sums.price === 0 && !subscription;
  const trial = subscription !== undefined && subscription.trialDays > 0;
  const setup = useQuery(paymentSetupQuery());
  const formReady = useCardFormReady(setup);
  const stripeCard: StripeCardRef = useRef(null);
  const { pay, payWithWallet, problem, clearProblem, busy } = usePay({
    item,
    form,
    setup: setup.data,
    coupon: coupon.discounted,
    stripeCard,
    free,
    onOrder,
    onCouponRefused: coupon.refuse,
  });
  const due = dueNow(item, sums);
  const duePrice = { price: due, currency: sums.currency };
  const cardStorage = subscription ? 'subscription' : 'if wanted';
  const missing = useMissing(form);
  const skipTrial = () => {
    clearProblem();
    subscription?.onSkipTrial?.();
  };
  return (
    <TillPage subtitle={subtitle} style={style}>
      <div className="till__two till__two--pay" onFocus={showFocusedField}>
        <div className="stack-l">
          <Steps at={2} />
          {!free && (
            <section aria-labelledby="with">
              <h2 className="h-sec" id="with">
                {trial ? <Trans>Card to use after the trial</Trans> : <Trans>Pay with</Trans>}
              </h2>
              {/* A trial begins only with a typed card number. */}
              {setup.data && !trial && (
                <WalletButtons
                  setup={setup.data}
                  due={duePrice}
                  cardStorage={cardStorage}
                  busy={busy}
                  onPay={payWithWallet}
                />
              )}
              <CardForm
                id="pay"
                form={form}
                setup={setup}
                due={duePrice}
                cardStorage={cardStorage}
                stripeCard={stripeCard}
                walletsShownSeparately
                onSubmit={pay}
              />
            </section>
          )}
        </div>
        <aside className="panel till__sum">
          <ItemLines item={item} sums={sums} coupon={coupon.discounted} />
          <PayBar
            label={trial ? <Trans>Today</Trans> : <Trans>Total</Trans>}
            amount={amountText(due, sums.currency, i18n.locale as Language)}
            problem={
              <>
                <PayProblem error={problem} missing={missing} />
                {trial && subscription.onSkipTrial && isTrialCardError(problem) && (
                  <Button look="line" size="sm" onClick={skipTrial}>
                    <Trans>Subscribe without the trial</Trans>
                  </Button>
                )}
              </>
            }
          >
            <PayButton
              busy={busy}
              amount={due}
              blocked={(!free && !formReady) || coupon.asking}
              onPay={free ? pay : null}
            >
              <PayText item={item} due={duePrice} />
            </PayButton>
          </PayBar>
          <div>
            {subscription && <RenewalNote item={item} terms={subscription} />}
            {setup.data?.test_payments && (
              <p className="till__test">
                <Tag tone="warn">
                  <Trans>Test payments</Trans>
                </Tag>
                <Trans>No real card is charged.</Trans>
              </p>
            )}
            <Terms />
          </div>
          {summary}
        </aside>
        <div className="stack-l">
          {addOns && <AddOnList addOns={addOns} />}
          {!trial && (
            <section aria-labelledby="promo">
              <h2 className="h-sec" id="promo">
                <Trans>Promo code</Trans>
              </h2>
              <CouponField coupon={coupon} />
            </section>
          )}
          {alternatives}
        </div>
      </div>
    </TillPage>
  );
}

/** Reports whether the server refused the card only because of the trial. */
const isTrialCardError = (problem: unknown) =>
  hasCode(problem, 'trial_card_used') || hasCode(problem, 'trial_card_required');

interface PayButtonProps {
  busy: boolean;
  /** The amount that the card is charged now. */
  amount: number;
  blocked: boolean;
  /** Called on click; null submits the form `pay`. */
  onPay: (() => Promise<void>) | null;
  children: ReactNode;
}

function PayButton({ busy, amount, blocked, onPay, children }: PayButtonProps) {
  return (
    <Button
      size="lg"
      block
      busy={busy}
      disabled={blocked}
      {...(onPay ? { onClick: () => void onPay() } : { type: 'submit', form: 'pay' })}
    >
      <Lock className="i" aria-hidden="true" />
      {busy ? <BusyText amount={amount} /> : children}
    </Button>
  );
}

/** Button label while the order is sent. Free items and trials pay nothing now. */
const BusyText = ({ amount }: { amount: number }) => (amount > 0 ? <Trans>Paying…</Trans> : <Trans>Processing…</Trans>);

/** Button label. */
function PayText({ item: { subscription }, due }: { item: Item; due: Pick<Sums, 'price' | 'currency'> }) {
  const { i18n } = useLingui();
  const amount = amountText(due.price, due.currency, i18n.locale as Language);
  if (subscription)
    return subscription.trialDays > 0 ? <Trans>Start free trial</Trans> : <Trans context="button">Subscribe</Trans>;
  return due.price === 0 ? <Trans>Get it for free</Trans> : <Trans>Pay {amount}</Trans>;
}
