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
              <b>{texts.step(step.kind)}</b>
              <Period step={step} />
            </span>
            <span className="subscr__at">
              <span>{texts.day(step.at)}</span>
              {step.amount > 0 && <b>{texts.amount(step.amount, step.currency)}</b>}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** What a payment paid. */
function Period({ step }: { step: SubscriptionStep }) {
  const texts = useSubscriptionTexts();
  if (!step.from || !step.until) return null;
  const [from, until] = [texts.day(step.from), texts.day(step.until)];
  return (
    <span className="muted">
      <Trans>
        {from} to {until}
      </Trans>
    </span>
  );
}
