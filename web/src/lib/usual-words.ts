import type { Settings } from '#/api/types';

/** What the channel calls its events, who takes part in them, what those belong to, and on which sides they stand. */
export type Words = Settings['words'];

/** Those of a channel that says nothing; catalogues are built in them. */
export const usualWords: Words = { event: 'game', participant: 'team', group: 'school', sides: 'home' };
