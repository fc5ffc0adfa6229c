import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { cardsQuery } from '#/api/orders';
import type { PaymentSetup, SavedCard } from '#/api/types';
import { NEW_CARD, type PayFormReturn } from './pay-form';

const none: readonly SavedCard[] = [];

/** The buyer's saved cards, the default one chosen; undefined until they are known. Without an answer there are none. */
export function useCards(form: PayFormReturn): readonly SavedCard[] | undefined {
  const { data, isError } = useQuery(cardsQuery());
  const cards = data ?? (isError ? none : undefined);
  useEffect(() => {
    if (!cards || form.getValues('choice') !== '') return;
    const chosen = cards.find((card) => card.default) ?? cards[0];
    form.setValue('choice', chosen?.id ?? NEW_CARD);
  }, [cards, form]);
  return cards;
}

/** Whether the card form is in the page. A button outside the form sends nothing before. */
export function useCardFormReady(setup: UseQueryResult<PaymentSetup>): boolean {
  const { isPending } = useQuery(cardsQuery());
  return setup.data !== undefined && !isPending;
}
