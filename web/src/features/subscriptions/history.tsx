import { Trans } from '@lingui/react/macro';
import type { SubscriptionStep } from '#/api/types';
import { useSubscriptionTexts } from './labels';

/** What became of a subscription, the latest first, folded away. */
export function History({ steps, name }: { steps: readonly SubscriptionStep[]; name: string }) {
  const texts = useSubscriptionTexts();
  if (steps.length === 0) return null;
  const latest = steps.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.id - a.id);
  return (
    <details className="subscr__past">
      <summary>
        <Trans>
          History <span className="vh">{name}</span>
        </Trans>
      </summary>
      <ol>
        {latest.map((step) => (
          <li key={step.id}>
            <span>
              <b>{texts.step(step)}</b>
              <Period step={step} />
              <Recurs step={step} />
            </span>
            <span className="subscr__at">
              <span>{texts.day(step.at)}</span>
              <Sum step={step} />
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** What was charged, and what it would have been where the amount was changed. */
function Sum({ step: { amount, usual_amount, currency } }: { step: SubscriptionStep }) {
  const texts = useSubscriptionTexts();
  if (amount === 0 && usual_amount === 0) return null;
  const usual = texts.amount(usual_amount, currency);
  return (
    <>
      <b>{texts.amount(amount, currency)}</b>
      {usual_amount > 0 && (
        <span className="muted">
          <Trans>instead of {usual}</Trans>
        </span>
      )}
    </>
  );
}

/** How often it renews from then on, and did before. */
function Recurs({ step }: { step: SubscriptionStep }) {
  const texts = useSubscriptionTexts();
  const is = texts.every(step.interval, step.interval_count);
  const was = texts.every(step.usual_interval, step.usual_interval_count);
  if (!is) return null;
  return (
    <span className="muted">
      <Trans>
        {is} instead of {was}
      </Trans>
    </span>
  );
}

/** What a payment paid. */
function Period({ step }: { step: SubscriptionStep }) {
  const texts = useSubscriptionTexts();
  if (!step.from || !step.until) return null;
  const [from, until] = [texts.day(step.from), texts.lastDay(step.until)];
  return (
    <span className="muted">
      <Trans>
        {from} to {until}
      </Trans>
    </span>
  );
}
