import { describe, expect, it } from 'vitest';
import { money, priceText, total } from './price';

describe('money', () => {
  it('shows both dollars as $ and places it as the language does', () => {
    expect(money(999, 'CAD', 'en')).toBe('$9.99');
    expect(money(999, 'USD', 'en')).toBe('$9.99');
    expect(money(999, 'CAD', 'fr')).toBe('9,99\u00a0$');
    expect(money(999, 'USD', 'fr')).toBe('9,99\u00a0$');
  });

  it('drops the cents of whole amounts only when short', () => {
    expect(money(7900, 'CAD', 'en')).toBe('$79.00');
    expect(money(7900, 'CAD', 'en', true)).toBe('$79');
    expect(money(7950, 'CAD', 'fr', true)).toBe('79,50\u00a0$');
  });
});

describe('priceText', () => {
  it('is code, symbol and base price', () => {
    expect(priceText({ currency: 'CAD', base_price: 999, price: 1149 }, 'en')).toBe('CAD $9.99');
    expect(priceText({ currency: 'USD', base_price: 999 }, 'fr')).toBe('9,99\u00a0$ USD');
  });

  it('adds period and offer when there is an offer', () => {
    expect(priceText({ currency: 'CAD', base_price: 7900, period: 'season', offer: 'annual' }, 'en')).toBe(
      'CAD $79.00/season annual',
    );
    expect(priceText({ currency: 'CAD', base_price: 900, period: 'month', offer: 'other' }, 'en')).toBe(
      'CAD $9.00/month',
    );
    expect(priceText({ currency: 'CAD', base_price: 900, period: 'month', offer: 'other' }, 'fr')).toBe(
      '9,00\u00a0$ CAD/mois',
    );
    expect(priceText({ currency: 'CAD', base_price: 900, offer: 'other' }, 'en')).toBe('CAD $9.00');
    expect(priceText({ currency: 'CAD', base_price: 900, period: 'month' }, 'en')).toBe('CAD $9.00');
  });

  it('has the offer as the channel words it', () => {
    const offered = { currency: 'USD', base_price: 4900, period: 'season', offer: 'early bird' };
    expect(priceText(offered, 'en')).toBe('USD $49.00/season early bird');
    expect(priceText(offered, 'fr')).toBe('49,00\u00a0$ USD/saison early bird');
  });

  it('tells the period of what is charged again, also without an offer', () => {
    const monthly = { currency: 'CAD', base_price: 900, period: 'month', offer: '', renewal: true };
    expect(priceText(monthly, 'en')).toBe('CAD $9.00/month');
    expect(priceText({ ...monthly, period: 'year', offer: 'annual' }, 'en')).toBe('CAD $9.00/year annual');
    expect(priceText({ ...monthly, period: 'year', offer: 'annual' }, 'fr')).toBe('9,00\u00a0$ CAD/an annuel');
  });
});

it('adds taxes to the base price when the server sent no total', () => {
  expect(total({ currency: 'CAD', base_price: 999, service_fee: 150 })).toBe(1149);
  expect(total({ currency: 'CAD', base_price: 999, service_fee: 150, price: 1200 })).toBe(1200);
});
