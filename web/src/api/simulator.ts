import { CallError } from './failure';

/**
 * The browser's side of test payments: the same calls that Stripe.js makes of Stripe (API reference, "Payment Methods",
 * "Payment Intents" and "Setup Intents"), to the stand-in behind our own origin. Nothing here is used with keys of Stripe.
 */
const base = '/stripe-simulator';
const timeoutMs = 30_000;

export interface TestCard {
  number: string;
  exp_month: number;
  exp_year: number;
  cvc: string;
  name: string;
}

/** The provider does not take the card; `message` is its own sentence. */
export class CardRefused extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.name = 'CardRefused';
    this.code = code;
  }
}

/** Leaves a card with the provider. Returns the id it goes by. */
export async function createPaymentMethod(key: string, card: TestCard): Promise<string> {
  const method = await call<{ id: string }>('/v1/payment_methods', key, {
    type: 'card',
    'card[number]': card.number,
    'card[exp_month]': String(card.exp_month),
    'card[exp_year]': String(card.exp_year),
    'card[cvc]': card.cvc,
    'billing_details[name]': card.name,
  });
  return method.id;
}

/** Leaves the card of the test wallet with the provider. */
export async function createWalletMethod(key: string): Promise<string> {
  const method = await call<{ id: string }>('/v1/payment_methods', key, {
    type: 'card',
    'card[token]': 'tok_visa_googlePay',
    'billing_details[name]': 'Test Wallet',
  });
  return method.id;
}

interface Intent {
  status: string;
  next_action: {
    redirect_to_url?: { url?: string };
    use_stripe_sdk?: { stripe_js?: string };
  } | null;
}

/**
 * Where the buyer's bank asks for its confirmation, of a payment or of a card that is kept for later: a path of our own
 * origin. Null when nothing is asked any more.
 */
export async function challengePath(key: string, secret: string): Promise<string | null> {
  const id = secret.replace(/_secret.*$/, '');
  const kind = id.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
  const intent = await call<Intent>(`/v1/${kind}/${id}?client_secret=${encodeURIComponent(secret)}`, key);
  const url = intent.next_action?.redirect_to_url?.url ?? intent.next_action?.use_stripe_sdk?.stripe_js;
  if (intent.status !== 'requires_action' || !url) return null;
  // Only the path counts, so that nothing but the stand-in behind our own origin is ever framed.
  const { pathname, search } = new URL(url, location.origin);
  return (pathname.startsWith(`${base}/`) ? pathname : base + pathname) + search;
}

/** Has a card kept for later payments, as Stripe.js does with a setup intent. The bank may have to be asked afterwards. */
export async function confirmSetup(key: string, secret: string, paymentMethod: string): Promise<void> {
  const id = secret.replace(/_secret.*$/, '');
  await call<Intent>(`/v1/setup_intents/${id}/confirm`, key, { client_secret: secret, payment_method: paymentMethod });
}

/** Whether a card is kept, after its bank was asked. */
export async function isSetUp(key: string, secret: string): Promise<boolean> {
  const id = secret.replace(/_secret.*$/, '');
  const intent = await call<Intent>(`/v1/setup_intents/${id}?client_secret=${encodeURIComponent(secret)}`, key);
  return intent.status === 'succeeded';
}

async function call<T>(path: string, key: string, form?: Record<string, string>): Promise<T> {
  const response = await fetch(base + path, {
    method: form ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${key}` },
    ...(form && { body: new URLSearchParams(form) }),
    credentials: 'omit',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new CallError({
      kind: error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'network',
    });
  });
  const body = (await response.json().catch(() => null)) as (T & { error?: ProviderError }) | null;
  if (response.ok && body) return body;
  if (body?.error?.message) throw new CardRefused(body.error.message, body.error.code ?? '');
  throw new CallError({ kind: 'bad_response', status: response.status });
}

interface ProviderError {
  message?: string;
  code?: string;
}
