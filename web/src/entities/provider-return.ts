/**
 * What the provider adds to the address when it sends a buyer back ("Payment Intents", return_url). The order in the address is
 * followed, whose outcome the server knows; a secret of a payment does not stay in the history of a browser.
 */
const added = [
  'payment_intent',
  'payment_intent_client_secret',
  'setup_intent',
  'setup_intent_client_secret',
  'redirect_status',
  'source_redirect_slug',
];

export function isProviderReturn(search: Record<string, unknown>): boolean {
  return added.some((name) => name in search);
}

export function withoutProviderReturn<Search extends Record<string, unknown>>(search: Search): Search {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !added.includes(name))) as Search;
}
