import { Trans, useLingui } from '@lingui/react/macro';

/** How far the purchase has come: 1 choice made, 2 paying, 3 done. */
export function Steps({ at }: { at: 1 | 2 | 3 }) {
  const { t } = useLingui();
  const steps = [<Trans key="1">What you get</Trans>, <Trans key="2">Payment</Trans>, <Trans key="3">Watch</Trans>];
  return (
    <ol className="paysteps" aria-label={t`Steps`}>
      {steps.map((step, index) => (
        <li key={step.key} data-done={index + 1 < at || undefined} aria-current={index + 1 === at ? 'step' : undefined}>
          {index + 1}. {step}
        </li>
      ))}
    </ol>
  );
}
