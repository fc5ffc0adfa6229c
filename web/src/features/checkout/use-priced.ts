import { useQuery } from '@tanstack/react-query';
import { invoicePreviewQuery } from '#/api/orders';
import { type Item, purchasesOf } from './item';

/**
 * What is in the cart at the server's present prices, with when a subscription is charged. Until those are known
 * they are as the list had them, and without an answer they stay so: the server refuses by itself what cannot be bought.
 */
export function usePriced(item: Item, enabled: boolean): Item {
  const { data } = useQuery({ ...invoicePreviewQuery(purchasesOf(item)), enabled });
  const [own, ...others] = data?.lines ?? [];
  if (!data || !own) return item;
  const { base_price, service_fee } = own;
  return {
    ...item,
    base_price,
    service_fee,
    currency: data.currency,
    ...(item.addOns && { addOns: item.addOns.map((addOn, at) => ({ ...addOn, ...amountsOf(others[at] ?? addOn) })) }),
    ...(data.renewal && { renewal: data.renewal }),
  };
}

function amountsOf({ base_price, service_fee }: Pick<Item, 'base_price' | 'service_fee'>) {
  return { base_price, service_fee };
}
