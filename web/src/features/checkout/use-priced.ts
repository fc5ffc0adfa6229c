import { useQuery } from '@tanstack/react-query';
import { invoicePreviewQuery } from '#/api/orders';
import type { Item } from './item';

/**
 * What is in the cart at the price that the server asks for now, with when a subscription is charged. Until that is known it
 * is as the list had it, and without an answer it stays so: the server refuses by itself what cannot be bought.
 */
export function usePriced(item: Item, enabled: boolean): Item {
  const { data } = useQuery({ ...invoicePreviewQuery(item.what), enabled });
  if (!data) return item;
  const { base_price, service_fee, currency, renewal } = data;
  return { ...item, base_price, service_fee, currency, ...(renewal && { renewal }) };
}
