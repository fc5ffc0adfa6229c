import { useLingui } from '@lingui/react/macro';
import { setUpCard } from '#/api/orders';
import { CardRefused, challengePath, confirmSetup, isSetUp } from '#/api/simulator';
import { openPopup } from '#/ui/popup';

/** Keeps a card with the provider before something that only a saved card can begin; throws where that fails. */
export type KeepCard = (paymentMethod: string) => Promise<void>;

export function useKeepCard(): KeepCard {
  const { t } = useLingui();
  const ask = (path: string) =>
    openPopup({
      title: t`Your bank`,
      // Our own server's page, whose answer is asked for afterwards.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      body: <iframe className="bank__f" src={path} title={t`Confirmation by your bank`} />,
      ok: t`I have answered`,
      cancel: null,
    }).catch(() => undefined);
  return async (paymentMethod) => {
    const { client_secret, publishable_key, test_payments } = await setUpCard();
    if (!test_payments) {
      const { keepWithStripe } = await import('./stripe');
      return keepWithStripe(publishable_key, client_secret, paymentMethod);
    }
    await confirmSetup(publishable_key, client_secret, paymentMethod);
    const path = await challengePath(publishable_key, client_secret);
    if (path) await ask(path);
    if (!(await isSetUp(publishable_key, client_secret)))
      throw new CardRefused(t`Your bank has not confirmed this card. Please try again, or use another one.`, '');
  };
}
