import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import {
  categoriesQuery,
  packagesQuery,
  participantGroupsQuery,
  participantsQuery,
  subscriptionsQuery,
} from '#/api/queries';
import type { Category, ParticipantGroup, Product } from '#/api/types';
import { type Choosable, choosables } from '#/entities/choice';
import { type Coverage, coverageOf, type Shelf, shelf } from '#/entities/offer';
import { useEventLabels } from '#/ui/event-labels';

export interface Shop {
  on: Shelf;
  /** As the server lists them, to tell one from a package. */
  subscriptions: Product[];
  categories: Category[];
  schools: ParticipantGroup[];
  coverage: (product: Product) => Coverage;
  /** What a buyer of a product chooses from. */
  parts: (product: Product) => Choosable[];
}

export function useShop(): Shop {
  const labels = useEventLabels();
  const packages = useSuspenseQuery(packagesQuery()).data;
  const subscriptions = useSuspenseQuery(subscriptionsQuery()).data;
  const categories = useSuspenseQuery(categoriesQuery()).data;
  const schools = useSuspenseQuery(participantGroupsQuery()).data;
  const people = useQuery(participantsQuery()).data ?? [];
  return {
    on: shelf(packages, subscriptions),
    subscriptions,
    categories,
    schools,
    coverage: (product) => coverageOf(product, categories, people),
    parts: (product) => choosables(product, categories, people, (team) => labels.teamSport(team, categories)),
  };
}
