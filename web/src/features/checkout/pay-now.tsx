import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cardsQuery, paymentSetupQuery } from '#/api/orders';
import { CardRefused } from '#/api/simulator';
import type { Discounted, Language, SavedCard } from '#/api/types';
import { money } from '#/entities/price';
import { Button } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';
import { FieldError } from '#/ui/field';
import { Skeleton } from '#/ui/skeleton';
import { Tag } from '#/ui/tag';
import { CouponField } from './coupon-field';
import { sumsOf } from './item';
import { NEW_CARD, type PayFormReturn } from './pay-form';
import { PayWith } from './pay-with';
import { PriceLines } from './price-lines';
import { Steps } from './steps';
import { Terms } from './terms';
import type { TillProps } from './till';
import { TillPage } from './till-page';
import { usePay } from './use-pay';

interface PayNowProps extends TillProps {
  form: PayFormReturn;
  coupon: Discounted | null;
  onCoupon: (coupon: Discounted | null) => void;
}

/** The cart of a user: card, promo code, sum, and one button. */
export function PayNow({ item, about, card, more, style, form, coupon, onCoupon, onOrder }: PayNowProps) {
  const sums = sumsOf(item, coupon);
  const free = sums.price === 0;
  const setup = useQuery(paymentSetupQuery());
  const cards = useCards(form);
  const stripeCard = useRef<(() => Promise<string>) | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { pay, problem, busy } = usePay({
    item,
    form,
    setup: setup.data,
    coupon,
    stripeCard,
    free,
    onOrder,
    onCouponRefused: (message) => {
      onCoupon(null);
      setRefusal(message);
    },
  });
  const blocked = !free && !setup.data;
  return (
    <TillPage about={about} style={style}>
      <div className="till__two">
        <div className="stack-l">
          <Steps at={2} />
          {!free && (
            <section aria-labelledby="with">
              <h2 className="h-sec" id="with">
                <Trans>Pay with</Trans>
              </h2>
              {setup.error && !setup.data ? (
                <Unavailable error={setup.error} onRetry={() => void setup.refetch()} />
              ) : setup.data && cards ? (
                <form id="pay" noValidate method="post" onSubmit={(event) => void pay(event)}>
                  <PayWith cards={cards} form={form} setup={setup.data} sums={sums} stripeCard={stripeCard} />
                </form>
              ) : (
                <Skeleton height={220} />
              )}
            </section>
          )}
          <section aria-labelledby="promo">
            <h2 className="h-sec" id="promo">
              <Trans>Promo code</Trans>
            </h2>
            <CouponField item={item} coupon={coupon} onCoupon={onCoupon} refusal={refusal} />
          </section>
        </div>
        <aside className="panel till__sum">
          {card}
          <PriceLines item={item} sums={sums} coupon={coupon} />
          <PayButton
            price={sums.price}
            currency={sums.currency}
            busy={busy}
            blocked={blocked}
            onPay={free ? pay : null}
          />
          <Problem error={problem} />
          {setup.data?.test_payments && (
            <p className="till__test">
              <Tag tone="warn">
                <Trans>Test payments</Trans>
              </Tag>
              <Trans>No real card is charged.</Trans>
            </p>
          )}
          <Terms />
          {more}
        </aside>
      </div>
    </TillPage>
  );
}

interface PayButtonProps {
  price: number;
  currency: string;
  busy: boolean;
  blocked: boolean;
  /** Where there is no form to send. */
  onPay: (() => Promise<void>) | null;
}

function PayButton({ price, currency, busy, blocked, onPay }: PayButtonProps) {
  const { i18n } = useLingui();
  const amount = money(price, currency, i18n.locale as Language);
  return (
    <Button
      size="lg"
      block
      busy={busy}
      disabled={blocked}
      {...(onPay ? { onClick: () => void onPay() } : { type: 'submit', form: 'pay' })}
    >
      <Lock className="i" aria-hidden="true" />
      {busy ? <Trans>Paying…</Trans> : price === 0 ? <Trans>Get it for free</Trans> : <Trans>Pay {amount}</Trans>}
    </Button>
  );
}

function Problem({ error }: { error: unknown }) {
  const failureText = useFailureText();
  return (
    <div role="alert">
      {error !== null && <FieldError>{error instanceof CardRefused ? error.message : failureText(error)}</FieldError>}
    </div>
  );
}

/** Nobody takes cards at the moment; what was chosen stays. */
function Unavailable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const failureText = useFailureText();
  return (
    <div className="till__closed" role="alert">
      <p>{failureText(error)}</p>
      <Button look="line" size="sm" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}

const none: readonly SavedCard[] = [];

/** The buyer's saved cards, the default one chosen; undefined until they are known. Without an answer there are none. */
function useCards(form: PayFormReturn) {
  const { data, isError } = useQuery(cardsQuery());
  const cards = data ?? (isError ? none : undefined);
  useEffect(() => {
    if (!cards || form.getValues('choice') !== '') return;
    const chosen = cards.find((card) => card.default) ?? cards[0];
    form.setValue('choice', chosen?.id ?? NEW_CARD);
  }, [cards, form]);
  return cards;
}
