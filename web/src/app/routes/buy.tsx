import { createFileRoute } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { cartIn } from '#/entities/cart';
import { chosenOf, narrowed } from '#/entities/choice';
import type { Base } from '#/entities/offer';
import { isProviderReturn, withoutProviderReturn } from '#/entities/provider-return';
import type { Wanted } from '#/entities/wanted';
import { AccountInPlace } from '#/features/auth/in-place';
import { BuyScreen } from '#/features/checkout/buy-screen';
import { loadShop } from '#/features/offers/load-shop';
import { Facts, FactsLine } from '#/features/offers/texts';
import { useShop } from '#/features/offers/use-shop';
import { loadTexts } from '#/lib/i18n';

export const Route = createFileRoute('/buy')({
  staticData: { kind: 'account', skeleton: 'order', withoutTicker: true },
  // Read by the screen, so that the entry chunk knows nothing of carts.
  validateSearch: (raw: Record<string, unknown>) => raw,
  loader: ({ context }) => Promise.all([loadShop(context.client), loadTexts('account')]),
  component: BuyRoute,
});

function BuyRoute() {
  const raw = Route.useSearch();
  const search = useMemo(() => cartIn(raw), [raw]);
  const navigate = Route.useNavigate();
  const shop = useShop();
  const passOf = (id: number, wanted: Wanted) => {
    const { passes, teamPasses, addOns } = shop.on;
    const product = [...passes, ...teamPasses, ...addOns].find((one) => one.id === id);
    if (!product || shop.subscriptions.some((one) => one.id === id)) return undefined;
    const parts = shop.parts(product);
    const chosen = chosenOf(product, parts, wanted, shop.categories);
    const bought = narrowed(product, chosen);
    const part = product.choice === 'participant' ? wanted.participant_id : wanted.event_category_id;
    const onHold = shop.refusal(product, parts.length > 0 ? part : undefined);
    return { product, parts, chosen, onHold, facts: <Facts product={bought} coverage={shop.coverage(bought)} /> };
  };
  const subscriptionOf = (id: number) => {
    const product = shop.subscriptions.find((one) => one.id === id);
    return (
      product && {
        product,
        own: shop.own(product),
        onHold: shop.refusal(product),
        facts: <Facts product={product} coverage={shop.coverage(product)} />,
      }
    );
  };
  const addOnsTo = (base: Base) =>
    shop.addOnsTo(base).map((product) => ({
      product,
      gives: <FactsLine product={product} coverage={shop.coverage(product)} />,
    }));
  /** An order in the address outlives a reload; taking it out is no new page either. */
  const onOrder = (order: number | undefined) =>
    void navigate({
      search: (cart) => ({ ...cart, order }),
      replace: true,
      resetScroll: false,
    });
  const onAdd = (add: readonly number[]) =>
    void navigate({
      search: (cart) => ({ ...cart, add: add.join(',') || undefined }),
      replace: true,
      resetScroll: false,
    });
  useEffect(() => {
    if (isProviderReturn(raw)) void navigate({ search: withoutProviderReturn, replace: true, resetScroll: false });
  }, [raw, navigate]);
  return (
    <BuyScreen
      search={search}
      passOf={passOf}
      subscriptionOf={subscriptionOf}
      addOnsTo={addOnsTo}
      account={<AccountInPlace />}
      onOrder={onOrder}
      onAdd={onAdd}
    />
  );
}
