import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import type { Language, OwnSubscription } from '#/api/types';
import { intervalTerm } from '#/entities/interval';
import { priceText } from '#/entities/price';
import { isOnHold, isRunning, periodEnd } from '#/entities/subscription';
import { Button, buttonClass } from '#/ui/button';
import { AppLink } from '#/ui/link';
import { Tag, type TagTone } from '#/ui/tag';
import { useNow } from '#/ui/use-now';
import { Ended } from './ended';
import { FailedRenewal } from './failed-renewal';
import { Held } from './held';
import { History } from './history';
import { useSubscriptionTexts } from './labels';
import { Line } from './line';
import { NextPayment } from './next-payment';
import type { CardParts } from './parts';
import { PayByCard } from './pay-by-card';
import { type Progress, useRenewal } from './renewal';
import { Stopped } from './stopped';
import { Uncharged } from './uncharged';

const tones: Record<OwnSubscription['status'], TagTone> = {
  active: 'own',
  canceled: 'warn',
  expired: 'off',
  inactive: 'off',
};

interface SubscriptionCardProps {
  one: OwnSubscription;
  parts: CardParts;
}

/** One subscription: how it stands, when it is charged, by what card, what can be done, and what has been. */
export function SubscriptionCard({ one, parts }: SubscriptionCardProps) {
  const texts = useSubscriptionTexts();
  const running = isRunning(one);
  const { progress, cancel, resume } = useRenewal(one);
  const heading = `subscription-${one.id}`;
  return (
    <article className="panel subscr" aria-labelledby={heading}>
      <div className="subscr__h">
        <h2 id={heading}>{one.subscription.name}</h2>
        <Tag tone={isOnHold(one) ? 'warn' : tones[one.status]}>
          {one.status === 'active' && <CircleCheck className="i i-16" aria-hidden="true" />}
          {texts.status(one)}
        </Tag>
      </div>
      <Standing one={one} parts={parts} />
      <dl className="lines">
        <Line label={<Trans>Price</Trans>}>
          <Price of={one} />
        </Line>
        <NextLine one={one} />
        <NextPayment one={one} />
        {running && <Line label={<Trans>Card</Trans>}>{texts.card(one.card)}</Line>}
        {running && (
          <Line label={<Trans>Auto-renewal</Trans>}>
            <RenewalState one={one} progress={progress} />
          </Line>
        )}
      </dl>
      <Actions one={one} parts={parts} busy={progress === 'processing'} onCancel={cancel} onResume={resume} />
      <History steps={one.history} name={one.subscription.name} />
    </article>
  );
}

/** What a period costs, and what the card is charged. The offer is named as long as the period is the one that it was sold with. */
function Price({ of: one }: { of: OwnSubscription }) {
  const { i18n } = useLingui();
  const texts = useSubscriptionTexts();
  const { subscription, price, base_price, service_fee, currency } = one;
  const sum = texts.amount(price, currency);
  const period = intervalTerm(one) ?? '';
  const offer = period === subscription.period ? subscription.offer : '';
  const plain = priceText({ currency, base_price, period, offer, renewal: true }, i18n.locale as Language);
  const stated = period ? plain : `${plain} ${texts.every(one.interval, one.interval_count)}`;
  return service_fee > 0 ? (
    <Trans>
      {stated}, {sum} with taxes
    </Trans>
  ) : (
    stated
  );
}

/** What its user has to know first: a dispute, then its end, then a payment that is missing or not charged. */
function Standing(props: SubscriptionCardProps) {
  const { one } = props;
  if (isOnHold(one)) return <Held one={one} />;
  if (one.ended_at !== null) return <Ended one={one} />;
  if (!isRunning(one)) return null;
  return one.past_due ? <Unpaid {...props} /> : <Uncharged one={one} />;
}

/** A renewal that was not paid: access goes on for some days, and then stops until it is. */
function Unpaid(props: SubscriptionCardProps) {
  return props.one.status === 'inactive' ? <Stopped {...props} /> : <FailedRenewal {...props} />;
}

/** When it is charged next, or when it ends. */
function NextLine({ one }: { one: OwnSubscription }) {
  const texts = useSubscriptionTexts();
  const now = useNow();
  const end = periodEnd(one);
  if (!end || isOnHold(one)) return null;
  const [due, last] = [texts.day(end), texts.lastDay(end)];
  if (!isRunning(one)) return <Line label={<Trans>Ended</Trans>}>{last}</Line>;
  if (one.auto_renew === 'cancelled') return <Line label={<Trans>You can watch until</Trans>}>{last}</Line>;
  // Only a changed period can be unpaid before the one that was paid is over: then the note says until when it can be watched.
  if (one.past_due) {
    return Date.parse(end) > now ? null : <Line label={<Trans>Was due to renew</Trans>}>{due}</Line>;
  }
  if (one.payments_paused) {
    if (one.status === 'inactive') return null;
    return <Line label={<Trans>You can watch until</Trans>}>{last}</Line>;
  }
  if (one.uncharged_until) return <Line label={<Trans>Next renewal</Trans>}>{texts.day(one.uncharged_until)}</Line>;
  // The server says so as long as it is, whatever this device takes the time for.
  return one.trial_ends_at ? (
    <Line label={<Trans>Free trial until</Trans>}>{last}</Line>
  ) : (
    <Line label={<Trans>Next renewal</Trans>}>{due}</Line>
  );
}

function RenewalState({ one, progress }: { one: OwnSubscription; progress: Progress }) {
  return (
    <span role="status">
      {progress === 'processing' ? (
        <Trans>Processing…</Trans>
      ) : progress === 'finished' ? (
        <Trans>Finished</Trans>
      ) : one.auto_renew === 'cancelled' ? (
        <Trans>Auto-Renewal Cancelled</Trans>
      ) : isOnHold(one) ? (
        <Trans>On hold</Trans>
      ) : one.payments_paused ? (
        <Trans>Paused</Trans>
      ) : (
        <Trans>Active</Trans>
      )}
    </span>
  );
}

interface ActionsProps extends SubscriptionCardProps {
  busy: boolean;
  onCancel: () => Promise<void>;
  onResume: () => Promise<void>;
}

function Actions({ one, parts, busy, onCancel, onResume }: ActionsProps) {
  const { t } = useLingui();
  const { id, name } = one.subscription;
  if (!isRunning(one)) {
    return (
      <div className="acts">
        <AppLink className={buttonClass('line', 'sm')} href={`/buy?subscription_id=${id}`}>
          <Trans>
            Subscribe again <span className="vh">{name}</span>
          </Trans>
        </AppLink>
      </div>
    );
  }
  if (one.ended_at !== null) return null;
  return (
    <div className="acts">
      {one.auto_renew === 'cancelled' ? (
        <Button size="sm" busy={busy} onClick={() => void onResume()}>
          <span>
            <Trans>
              Keep it going <span className="vh">{name}</span>
            </Trans>
          </span>
        </Button>
      ) : (
        <>
          {!one.past_due && !isOnHold(one) && (
            <PayByCard one={one} parts={parts} label={one.card ? t`Change the card` : t`Choose a card`} />
          )}
          <Button look="line" size="sm" busy={busy} onClick={() => void onCancel()}>
            <span>
              <Trans>
                Cancel the renewal <span className="vh">{name}</span>
              </Trans>
            </span>
          </Button>
        </>
      )}
    </div>
  );
}
