/** Loads what the home has below its first screen, which no first page waits for. */
export const loadBelow = () => import('./below');
