import { beforeEach, describe, expect, it } from 'vitest';
import { GoogleTag } from './google-tag';

const page = window as unknown as { dataLayer?: ArrayLike<unknown>[]; [name: string]: unknown };
const said = () => (page.dataLayer ?? []).map((args) => Array.from(args));
const scripts = () => [...document.querySelectorAll('script')].map(({ src }) => src);

beforeEach(() => {
  delete page.dataLayer;
  document.head.innerHTML = '';
  return () => {
    for (const name of ['_ga', '_ga_1', 'lang']) document.cookie = `${name}=;path=/;max-age=0`;
  };
});

describe('Google’s tag', () => {
  it('is neither loaded nor told anything before somebody agreed', () => {
    const tag = new GoogleTag('G-1');
    tag.pageView('/schedule');
    tag.purchase({ order: 1, product: 2, type: 'event', currency: 'CAD', value: 1130 });
    expect(scripts()).toEqual([]);
    expect(said()).toEqual([]);
  });

  it('is denied everything first and granted measuring alone', () => {
    new GoogleTag('G-1').allow();
    expect(scripts()).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-1']);
    const consents = said().filter(([name]) => name === 'consent');
    expect(consents).toEqual([
      [
        'consent',
        'default',
        { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied', analytics_storage: 'denied' },
      ],
      ['consent', 'update', { analytics_storage: 'granted' }],
    ]);
  });

  it('is told pages without their query, and purchases in whole units', () => {
    const tag = new GoogleTag('G-1');
    tag.allow();
    history.replaceState(null, '', '/password-reset?signature=secret');
    tag.pageView('/password-reset');
    tag.purchase({ order: 41, product: 5, type: 'package', currency: 'CAD', value: 7900 });
    expect(JSON.stringify(said())).not.toContain('secret');
    expect(said().at(-2)).toMatchObject(['event', 'page_view', { page_location: `${location.origin}/password-reset` }]);
    expect(said().at(-1)).toMatchObject([
      'event',
      'purchase',
      { transaction_id: '41', value: 79, currency: 'CAD', items: [{ item_id: '5' }] },
    ]);
  });

  it('stops and takes its cookies along, and comes back without being loaded twice', () => {
    const tag = new GoogleTag('G-1');
    tag.allow();
    for (const name of ['_ga', '_ga_1', 'lang']) document.cookie = `${name}=1;path=/`;
    tag.forbid();
    expect(document.cookie).toBe('lang=1');
    expect(page['ga-disable-G-1']).toBe(true);
    expect(said().at(-1)).toEqual(['consent', 'update', { analytics_storage: 'denied' }]);
    tag.pageView('/schedule');
    expect(said().at(-1)).toEqual(['consent', 'update', { analytics_storage: 'denied' }]);
    tag.allow();
    expect(page['ga-disable-G-1']).toBe(false);
    expect(scripts()).toHaveLength(1);
  });
});
