import type { ListScope } from '#/entities/event-filters';

/** The aliases of the events list, each with what it shows. */
export const listNames = ['live', 'schedule', 'upcoming', 'vod'] as const;
export type ListName = (typeof listNames)[number];

export const listScopes: Record<ListName, ListScope> = {
  live: { statuses: ['live'], direction: 'asc' },
  schedule: { statuses: ['live', 'upcoming'], direction: 'asc' },
  upcoming: { statuses: ['upcoming'], direction: 'asc' },
  vod: { statuses: ['finished'], direction: 'desc' },
};
