import { describe, expect, it } from 'vitest';
import { access, event, PAID } from '#/testing/events';
import { accessLabel } from './access';

describe('accessLabel', () => {
  it('says free for everyone, and for a user where an account is all it takes', () => {
    expect(accessLabel(event(), 'en')).toEqual({ kind: 'free' });
    expect(accessLabel(event({ type: 'register', access: access({ reason: 'registered' }) }), 'en')).toEqual({
      kind: 'free',
    });
  });

  it('asks a visitor to log in', () => {
    const refused = access({ granted: false, reason: 'login_required' });
    expect(accessLabel(event({ type: 'register', has_access: false, access: refused }), 'en')).toEqual({
      kind: 'login',
    });
  });

  it('states the price of what can be bought', () => {
    expect(accessLabel(event(PAID), 'en')).toEqual({
      kind: 'price',
      text: 'CAD\u00a0$9.99',
      taxed: true,
      payPerView: false,
    });
    expect(accessLabel(event({ ...PAID, type: 'ppv' }), 'fr')).toEqual({
      kind: 'price',
      text: '9,99\u00a0$\u00a0CAD',
      taxed: true,
      payPerView: true,
    });
  });

  it('says that what was bought is on hold, and no price', () => {
    const disputed = access({ granted: false, reason: 'payment_disputed' });
    expect(accessLabel(event({ ...PAID, has_access: false, access: disputed }), 'en')).toEqual({ kind: 'on_hold' });
  });

  it('names the pass that covers the event', () => {
    const owned = access({
      reason: 'package',
      product: 'Pass No. 9, hockey',
      message: 'Pass No. 9, hockey, until 30 June',
    });
    expect(accessLabel(event({ type: 'paid', access: owned }), 'en')).toEqual({
      kind: 'own',
      name: 'Pass No. 9, hockey',
    });
  });

  it('says included where there is no pass to name', () => {
    expect(
      accessLabel(event({ type: 'ppv', access: access({ reason: 'order', message: 'You bought this game.' }) }), 'en'),
    ).toEqual({
      kind: 'included',
    });
    expect(accessLabel(event({ type: 'paid', access: access({ reason: 'subscription' }) }), 'en')).toEqual({
      kind: 'included',
    });
  });

  it('lets a region block win over everything', () => {
    const blocked = access({ granted: false, reason: 'geo_blocked' });
    expect(accessLabel(event({ has_access: false, access: blocked }), 'en')).toEqual({ kind: 'blocked' });
  });
});
