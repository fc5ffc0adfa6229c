/** Loads the strip of today's games, which most pages have. */
export const loadTicker = () => import('./ticker');
