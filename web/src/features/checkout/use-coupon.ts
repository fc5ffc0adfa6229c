import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { couponQuery } from '#/api/orders';
import type { Discounted } from '#/api/types';
import { useFailureText } from '#/ui/failure-text';
import { type Item, purchasesOf } from './item';

export interface Coupon {
  /** What the code makes of the cart, asked anew whenever the cart changes; null without one that counts. */
  discounted: Discounted | null;
  asking: boolean;
  /** Why the code does not count. */
  refusal: string | undefined;
  apply: (code: string) => void;
  remove: () => void;
  /** Takes the code out with what the server said when it was to be paid with. */
  refuse: (message: string) => void;
}

/** The promo code of a cart. */
export function useCoupon(item: Item): Coupon {
  const failureText = useFailureText();
  const [code, setCode] = useState<string | null>(null);
  const [refused, setRefused] = useState<string>();
  const { data, error, isFetching, refetch } = useQuery({
    ...couponQuery(purchasesOf(item), code ?? ''),
    enabled: code !== null,
  });
  const choose = (next: string | null, why?: string) => {
    setCode(next);
    setRefused(why);
  };
  return {
    discounted: (code !== null && !error && data) || null,
    asking: isFetching,
    refusal: refused ?? (code !== null && error && !isFetching ? failureText(error) : undefined),
    apply: (wanted) => {
      choose(wanted);
      // The same code again is another try.
      if (wanted === code) void refetch();
    },
    remove: () => choose(null),
    refuse: (message) => choose(null, message),
  };
}
