import { readCookies, writeCookie } from '../cookie';

/** How long its cookies live: as long as the consent to them. */
const cookieSeconds = 31_104_000;
const own = /^_(ga|gid|gat|gcl|dc_gtm)/;

interface Purchase {
  order: number;
  product: number;
  type: string;
  currency: string;
  /** In minor units. */
  value: number;
}

/**
 * Google's tag, by https://developers.google.com/tag-platform/gtagjs. Nothing of it is loaded before somebody agreed; its
 * consent mode is denied by default and never granted anything but measuring. Addresses go to it without their query, in
 * which letters carry secrets.
 */
export class GoogleTag {
  readonly #id: string;
  readonly #push: (...args: unknown[]) => void;
  #isOn = false;
  #isLoaded = false;

  constructor(id: string) {
    this.#id = id;
    const page = window as unknown as Record<string, unknown[] | undefined>;
    const layer = (page.dataLayer ??= []);
    // The tag takes apart `arguments` itself and passes arrays over.
    this.#push = function push() {
      // biome-ignore lint/complexity/noArguments: see above
      layer.push(arguments);
    };
  }

  /** Somebody agreed. */
  allow(): void {
    if (this.#isOn) return;
    this.#isOn = true;
    this.#disable(false);
    if (!this.#isLoaded) this.#prepare();
    this.#push('consent', 'update', { analytics_storage: 'granted' });
    if (!this.#isLoaded) this.#load();
  }

  /** Nobody agrees any more: it stops, and takes its cookies along. */
  forbid(): void {
    if (this.#isLoaded) this.#push('consent', 'update', { analytics_storage: 'denied' });
    this.#isOn = false;
    this.#disable(true);
    removeCookies(location.hostname);
  }

  pageView(path: string): void {
    if (!this.#isOn) return;
    this.#push('set', { page_location: location.origin + path });
    this.#push('event', 'page_view', { page_location: location.origin + path, page_title: document.title });
  }

  purchase({ order, product, type, currency, value }: Purchase): void {
    if (!this.#isOn) return;
    this.#push('event', 'purchase', {
      transaction_id: String(order),
      currency,
      value: value / 100,
      items: [{ item_id: String(product), item_category: type, price: value / 100, quantity: 1 }],
    });
  }

  #prepare(): void {
    const denied = { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied' };
    this.#push('consent', 'default', { ...denied, analytics_storage: 'denied' });
  }

  #load(): void {
    this.#isLoaded = true;
    this.#push('js', new Date());
    this.#push('config', this.#id, {
      send_page_view: false,
      page_location: location.origin + location.pathname,
      allow_google_signals: false,
      allow_ad_personalization_signals: false,
      cookie_expires: cookieSeconds,
      cookie_update: false,
    });
    const script = document.createElement('script');
    script.async = true;
    script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(this.#id)}`;
    document.head.append(script);
  }

  #disable(disabled: boolean): void {
    (window as unknown as Record<string, unknown>)[`ga-disable-${this.#id}`] = disabled;
  }
}

/** They stand at the widest domain that the browser let them have. */
function removeCookies(hostname: string): void {
  const labels = hostname.split('.');
  const domains = ['', ...labels.map((_, i) => `;domain=.${labels.slice(i).join('.')}`)];
  for (const pair of readCookies()) {
    const [name = ''] = pair.split('=');
    if (!own.test(name)) continue;
    for (const domain of domains) {
      writeCookie(`${name}=;path=/;max-age=0${domain}`);
    }
  }
}
