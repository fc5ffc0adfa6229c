import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { hasCode, statusOf } from '#/api/failure';
import { cardsQuery, deleteCard } from '#/api/orders';
import type { SavedCard } from '#/api/types';
import { useFailureText } from '#/ui/failure-text';
import { openPopup, type PopupOptions } from '#/ui/popup';
import { showToast } from '#/ui/toast';

/** Has a card forgotten, once its owner has said so twice. `title` is what the card is called. */
export function useForget(card: SavedCard, title: string) {
  const { t } = useLingui();
  const client = useQueryClient();
  const failureText = useFailureText();
  const explain = useExplainInUse(title);
  const [busy, setBusy] = useState(false);
  const forget = async () => {
    if (busy || !(await agreed(question(t`Delete this card?`, title, t`Delete the card`)))) return;
    setBusy(true);
    try {
      await deleteCard(card.id);
      void showToast(t`${title} was deleted.`, { type: 'success' });
    } catch (error) {
      if (hasCode(error, 'card_in_use')) await explain();
      else if (statusOf(error) !== 404) void showToast(failureText(error), { type: 'error' });
    } finally {
      setBusy(false);
      // Also where it was gone already: another tab may have deleted it.
      await client.invalidateQueries({ queryKey: cardsQuery().queryKey });
    }
  };
  return { busy, forget };
}

function question(title: string, card: string, ok: string): PopupOptions {
  return {
    title,
    body: (
      <p>
        <Trans>Our payment provider will delete {card} too. You keep everything you bought with it.</Trans>
      </p>
    ),
    ok,
    danger: true,
  };
}

/** Why a card cannot be deleted now, with the way to change that. */
function useExplainInUse(card: string): () => Promise<void> {
  const { t } = useLingui();
  const router = useRouter();
  return async () => {
    const goes = await agreed({
      title: t`A subscription renews with this card`,
      body: (
        <p>
          <Trans>Choose another card for the subscription, or cancel its renewal. Then {card} can be deleted.</Trans>
        </p>
      ),
      ok: t`Your subscriptions`,
      cancel: t`Keep the card`,
    });
    if (goes) await router.navigate({ to: '/profile/subscriptions' });
  };
}

/** Whether somebody said yes. */
function agreed(options: PopupOptions): Promise<boolean> {
  return openPopup(options).then(
    () => true,
    () => false,
  );
}
