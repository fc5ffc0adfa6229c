import { describe, expect, it } from 'vitest';
import { checkNavigation, isRemembered } from './guards';

const visitor = null;
const user = { temporary_password: false, watch_only: false };
const temporary = { ...user, temporary_password: true };
const tv = { ...user, watch_only: true };
const pass = { kind: 'pass' };

describe('checkNavigation', () => {
  it.each(['/login', '/registration'])('sends a visitor who goes from %s to /buy back one step', (from) => {
    expect(checkNavigation({ to: '/buy', from, user: visitor })).toEqual({ kind: 'back' });
    expect(checkNavigation({ to: '/buy', from, user })).toEqual(pass);
  });

  it('lets a visitor reach /buy from elsewhere and as first page', () => {
    expect(checkNavigation({ to: '/buy', from: '/watch/1', user: visitor })).toEqual(pass);
    expect(checkNavigation({ to: '/buy', from: null, user: visitor })).toEqual(pass);
  });

  it.each(['/', '/login', '/profile', '/watch/1', '/404'])(
    'holds a user with a temporary password on profile edit instead of %s',
    (to) => {
      expect(checkNavigation({ to, from: '/profile/edit', user: temporary })).toEqual({
        kind: 'redirect',
        to: '/profile/edit',
      });
    },
  );

  it('lets a user with a temporary password be on profile edit', () => {
    expect(checkNavigation({ to: '/profile/edit', from: '/', user: temporary, needsUser: true })).toEqual(pass);
  });

  it('lets a user whose password is their own edit the profile', () => {
    expect(checkNavigation({ to: '/profile/edit', from: null, user, needsUser: true })).toEqual(pass);
  });

  it.each(['/login', '/registration', '/password-reset-request', '/password-reset', '/activate', '/login/'])(
    'sends a user who opens %s home',
    (to) => {
      expect(checkNavigation({ to, from: null, user })).toEqual({ kind: 'redirect', to: '/' });
      expect(checkNavigation({ to, from: null, user: visitor })).toEqual(pass);
    },
  );

  it('sends a visitor who opens a page for users to log in', () => {
    expect(checkNavigation({ to: '/profile', from: '/', user: visitor, needsUser: true })).toEqual({
      kind: 'redirect',
      to: '/login',
    });
    expect(checkNavigation({ to: '/profile', from: '/', user, needsUser: true })).toEqual(pass);
  });

  it('sends a device that may only watch on from what it may not do', () => {
    for (const to of ['/buy', '/profile/edit', '/profile/device', '/profile/sessions', '/profile/sessions/add/']) {
      expect(checkNavigation({ to, from: '/watch/1', user: tv })).toEqual({ kind: 'redirect', to: '/other-device' });
    }
    expect(checkNavigation({ to: '/profile', from: null, user: tv })).toEqual(pass);
    expect(checkNavigation({ to: '/other-device', from: '/watch/1', user: tv })).toEqual(pass);
    expect(checkNavigation({ to: '/watch/1', from: null, user: tv })).toEqual(pass);
    expect(checkNavigation({ to: '/buy', from: '/watch/1', user })).toEqual(pass);
    expect(checkNavigation({ to: '/buy', from: '/watch/1', user: visitor })).toEqual(pass);
  });

  it('does not send a device around in a circle whose user has a temporary password', () => {
    const held = { ...tv, temporary_password: true };
    expect(checkNavigation({ to: '/', from: null, user: held })).toEqual({ kind: 'redirect', to: '/profile/edit' });
    expect(checkNavigation({ to: '/profile/edit', from: null, user: held })).toEqual({
      kind: 'redirect',
      to: '/other-device',
    });
    expect(checkNavigation({ to: '/other-device', from: null, user: held })).toEqual(pass);
  });

  it('lets everyone pass elsewhere', () => {
    expect(checkNavigation({ to: '/', from: null, user: visitor })).toEqual(pass);
    expect(checkNavigation({ to: '/verify-email', from: null, user })).toEqual(pass);
  });
});

describe('isRemembered', () => {
  it.each([
    '/login',
    '/other-device',
    '/registration',
    '/verify-notice',
    '/verify-email',
    '/confirm-email',
    '/confirm-account-deletion',
    '/password-reset',
    '/password-reset-request',
    '/404',
  ])('leaves out %s', (path) => {
    expect(isRemembered(path)).toBe(false);
    expect(isRemembered(`${path}/`)).toBe(false);
  });

  it.each(['/', '/watch/1', '/profile', '/buy'])('keeps %s', (path) => {
    expect(isRemembered(path)).toBe(true);
  });

  it('leaves out where somebody with a temporary password is held', () => {
    expect(isRemembered('/profile/edit', temporary)).toBe(false);
    expect(isRemembered('/profile/edit', user)).toBe(true);
  });
});
