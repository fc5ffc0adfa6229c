import { Trans, useLingui } from '@lingui/react/macro';
import { spaced } from '#/entities/card';
import { Tag } from '#/ui/tag';
import type { PayFormReturn } from './pay-form';

/** Published test numbers (Stripe documentation, "Test card numbers"). */
const paid = '4242424242424242';
const declined = '4000000000000002';
const asked = '4000002760003184';
/** It can be saved, and every charge is declined. */
const declinedLater = '4000000000000341';

/** Says that no money moves, with the numbers to try; a press fills the card in. */
export function TestCards({ form, renews }: { form: PayFormReturn; renews: boolean }) {
  const { t } = useLingui();
  const cards = [
    { number: paid, outcome: t`is paid` },
    { number: declined, outcome: t`is declined` },
    { number: asked, outcome: t`needs bank confirmation` },
    ...(renews ? [{ number: declinedLater, outcome: t`is saved, then declined at renewal` }] : []),
  ];
  const fill = (number: string) => {
    const year = String((new Date().getFullYear() + 3) % 100);
    const values = { number: spaced(number), expiry: `12 / ${year}`, cvc: '123' } as const;
    for (const [name, value] of Object.entries(values)) form.setValue(name as keyof typeof values, value);
    if (!form.getValues('name')) form.setValue('name', 'Test Fan');
    form.clearErrors();
  };
  return (
    <div className="testcards">
      <p>
        <Tag tone="warn">
          <Trans>Test payments</Trans>
        </Tag>{' '}
        <Trans>No real card is charged. Press a test card to fill it in.</Trans>
      </p>
      <ul>
        {cards.map(({ number, outcome }) => (
          <li key={number}>
            <button type="button" onClick={() => fill(number)}>
              <b className="num">{spaced(number)}</b> <span>{outcome}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
