import type { SocialProvider } from '#/api/ways';

/** Brands are called the same in every language. */
export const providerNames: Record<SocialProvider, string> = { google: 'Google', facebook: 'Facebook' };
