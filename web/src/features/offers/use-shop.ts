import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ordersQuery } from '#/api/orders';
import {
  categoriesQuery,
  packagesQuery,
  participantGroupsQuery,
  participantsQuery,
  subscriptionsQuery,
} from '#/api/queries';
import { ownSubscriptionsQuery } from '#/api/subscriptions';
import type { Category, Order, OwnSubscription, ParticipantGroup, Product } from '#/api/types';
import { type Choosable, choosables, wantedFor } from '#/entities/choice';
import { addable, type Base, type Coverage, coverageOf, isAddOn, type Shelf, shelf } from '#/entities/offer';
import { baseOnHold, markPurchased, orderOnHold } from '#/entities/purchased';
import { isRunning } from '#/entities/subscription';
import { serverNow } from '#/lib/server-clock';
import { useUser } from '#/lib/session';
import { useEventLabels } from '#/ui/event-labels';

export interface Shop {
  on: Shelf;
  /** As the server lists them, to tell one from a package. */
  subscriptions: Product[];
  categories: Category[];
  schools: ParticipantGroup[];
  /** The user's running subscription to it. */
  own: (product: Product) => OwnSubscription | undefined;
  /** The order on hold for which the product, or this part of it, is not sold again. */
  onHold: (product: Product, part?: number) => Order | undefined;
  /** The order on hold for which it is not sold: its own, or for an add-on the one that it would be added to. */
  refusal: (product: Product, part?: number) => { order: Order; addOn: boolean } | undefined;
  coverage: (product: Product) => Coverage;
  /** What can be paid together with something: no subscription, which is bought alone. */
  addOnsTo: (base: Base) => Product[];
  /** What a buyer of a product chooses from. */
  parts: (product: Product) => Choosable[];
}

export function useShop(): Shop {
  const labels = useEventLabels();
  const { packages, subscriptions, orders } = useProducts();
  const own = useOwn(subscriptions.length > 0);
  const categories = useSuspenseQuery(categoriesQuery()).data;
  const schools = useSuspenseQuery(participantGroupsQuery()).data;
  const people = useQuery(participantsQuery()).data ?? [];
  const on = shelf(packages, subscriptions);
  const onHold = (product: Product, part?: number) =>
    orderOnHold(
      subscriptions.includes(product)
        ? { subscription_id: product.id }
        : { package_id: product.id, ...(part !== undefined && wantedFor(product, part)) },
      orders,
      serverNow(),
    );
  const refusal = (product: Product, part?: number) => {
    const same = onHold(product, part);
    if (same) return { order: same, addOn: false };
    const base = isAddOn(product) ? baseOnHold(on.addOns, orders, serverNow()) : undefined;
    return base && { order: base, addOn: true };
  };
  return {
    on,
    onHold,
    refusal,
    addOnsTo: (base) =>
      addable(
        on.addOns.filter((product) => !subscriptions.includes(product) && !onHold(product)),
        base,
        categories,
      ),
    subscriptions,
    own: ({ id }) => own.find((one) => one.subscription.id === id && isRunning(one)),
    categories,
    schools,
    coverage: (product) => coverageOf(product, categories, people),
    parts: (product) =>
      choosables(product, categories, people, (team) => labels.teamSport(team, categories)).map((part) =>
        onHold(product, part.id) ? { ...part, onHold: true } : part,
      ),
  };
}

const none: OwnSubscription[] = [];
const noOrders: Order[] = [];

/** What the user subscribes to; without an answer nothing, since the till knows for itself. */
function useOwn(sold: boolean): OwnSubscription[] {
  const user = useUser();
  return useQuery({ ...ownSubscriptionsQuery(), enabled: sold && user !== null }).data ?? none;
}

/** What is on sale, with what the user has bought of it marked, and the user's orders. */
function useProducts(): { packages: Product[]; subscriptions: Product[]; orders: readonly Order[] } {
  const user = useUser();
  const packages = useSuspenseQuery(packagesQuery()).data;
  const subscriptions = useSuspenseQuery(subscriptionsQuery()).data;
  // Without an answer everything looks unsold, and the till says what is bought already.
  const orders = useQuery({ ...ordersQuery(), enabled: user !== null }).data;
  return useMemo(
    () =>
      user && orders
        ? { packages: markPurchased(packages, orders), subscriptions: markPurchased(subscriptions, orders), orders }
        : { packages, subscriptions, orders: noOrders },
    [user, orders, packages, subscriptions],
  );
}
