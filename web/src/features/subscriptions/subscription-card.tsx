import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Language, OwnSubscription } from '#/api/types';
import { priceText } from '#/entities/price';
import { isRunning, periodEnd } from '#/entities/subscription';
import { Button, buttonClass } from '#/ui/button';
import { AppLink } from '#/ui/link';
import { Tag, type TagTone } from '#/ui/tag';
import { FailedRenewal } from './failed-renewal';
import { History } from './history';
import { useSubscriptionTexts } from './labels';
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
        <Tag tone={tones[one.status]}>
          {one.status === 'active' && <CircleCheck className="i i-16" aria-hidden="true" />}
          {texts.status(one.status)}
        </Tag>
      </div>
      {running && one.past_due && <Unpaid one={one} parts={parts} />}
      {running && !one.past_due && <Uncharged one={one} />}
      <dl className="lines">
        <Line label={<Trans>Price</Trans>}>
          <Price of={one} />
        </Line>
        <NextLine one={one} />
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

/** What a period costs: as it is stated where it is sold, and what the card is charged. */
function Price({ of: { subscription, price, base_price, service_fee, currency } }: { of: OwnSubscription }) {
  const { i18n } = useLingui();
  const { period, offer } = subscription;
  const sum = useSubscriptionTexts().amount(price, currency);
  const stated = priceText({ currency, base_price, period, offer, renewal: true }, i18n.locale as Language);
  return service_fee > 0 ? (
    <Trans>
      {stated}, {sum} with taxes
    </Trans>
  ) : (
    stated
  );
}

/** A renewal that was not paid: access goes on for some days, and then stops until it is. */
function Unpaid(props: SubscriptionCardProps) {
  return props.one.status === 'inactive' ? <Stopped {...props} /> : <FailedRenewal {...props} />;
}

export function Line({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** When it is charged next, or when it ends. */
function NextLine({ one }: { one: OwnSubscription }) {
  const texts = useSubscriptionTexts();
  const end = periodEnd(one);
  if (!end) return null;
  const date = texts.day(end);
  if (!isRunning(one)) return <Line label={<Trans>Ended</Trans>}>{date}</Line>;
  if (one.auto_renew === 'cancelled') return <Line label={<Trans>You can watch until</Trans>}>{date}</Line>;
  if (one.past_due) return <Line label={<Trans>Was to renew</Trans>}>{date}</Line>;
  if (one.payments_paused) {
    if (one.status === 'inactive') return null;
    return <Line label={<Trans>You can watch until</Trans>}>{date}</Line>;
  }
  if (one.uncharged_until) return <Line label={<Trans>Next renewal</Trans>}>{texts.day(one.uncharged_until)}</Line>;
  // The server says so as long as it is, whatever this device takes the time for.
  return one.trial_ends_at ? (
    <Line label={<Trans>Free trial until</Trans>}>{date}</Line>
  ) : (
    <Line label={<Trans>Next renewal</Trans>}>{date}</Line>
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
          {!one.past_due && <PayByCard one={one} parts={parts} label={t`Change the card`} />}
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
