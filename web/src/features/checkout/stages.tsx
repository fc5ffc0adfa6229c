import { Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import type { Order } from '#/api/types';

/** How far an order has come, read out as it moves on. */
export function Stages({ order }: { order: Order | undefined }) {
  const { t } = useLingui();
  const at = stageOf(order);
  const receipt_number = order?.receipt_number;
  const stages = [
    { key: 'received', name: t`Order received`, note: receipt_number ? t`Number ${receipt_number}` : '' },
    {
      key: 'confirming',
      name: order?.stage === 'action_required' ? t`Your bank asks you to confirm` : t`Confirming with the bank`,
      note: t`This takes a few seconds. You can leave the page: you won’t be charged twice.`,
    },
    { key: 'ready', name: t`Ready to watch`, note: '' },
  ];
  return (
    <>
      <h2 className="h-sec">{at === 3 ? <Trans>Paid</Trans> : <Trans>Your payment is in progress</Trans>}</h2>
      <ol className="stages">
        {stages.map(({ key, name, note }, index) => {
          const state = index < at ? 'done' : index === at ? 'now' : 'later';
          return (
            <li key={key} data-is={state} aria-current={state === 'now' ? 'step' : undefined}>
              <span className="stages__i" aria-hidden="true">
                {state === 'done' ? (
                  <Check className="i" />
                ) : state === 'now' ? (
                  <span className="stages__spin" />
                ) : (
                  index + 1
                )}
              </span>
              <span>
                <b>{name}</b>
                {note && state !== 'later' && <span>{note}</span>}
              </span>
            </li>
          );
        })}
      </ol>
      <p className="vh" role="status">
        {stages[Math.min(at, stages.length - 1)]?.name}
      </p>
    </>
  );
}

/** Index of the stage that is under way; 3 when all are over. */
function stageOf(order: Order | undefined): number {
  if (!order) return 0;
  return order.status === 'paid' ? 3 : 1;
}
