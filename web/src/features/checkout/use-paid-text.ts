import { useLingui } from '@lingui/react/macro';
import type { Language, Order } from '#/api/types';
import { amountText } from '#/entities/price';
import { useUser } from '#/lib/session';
import { totalOf } from './made-here';

/** Says what was paid, and to which address the receipt went. */
export function usePaidText(): (order: Order) => string {
  const { t, i18n } = useLingui();
  const email = useUser()?.email ?? '';
  return ({ id, amount, currency, receipt_number }) => {
    const total = totalOf(id) ?? amount;
    if (total === 0) return t`Nothing was charged. A confirmation was sent to ${email}.`;
    const paid = amountText(total, currency, i18n.locale as Language);
    return t`You paid ${paid}. Receipt ${receipt_number} was sent to ${email}.`;
  };
}
