import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { activateLanguage } from '#/lib/i18n';
import { event } from '#/testing/events';
import { useEventLabels } from './event-labels';

beforeEach(() => activateLanguage('fr'));
afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

it.each([
  ['Hockey', 'Hockey masculin', 'Hockey féminin'],
  ['Boxe', 'Boxe masculine', 'Boxe féminine'],
  ['Arts martiaux mixtes', 'Arts martiaux mixtes masculins', 'Arts martiaux mixtes féminins'],
])('the adjective beside %s agrees with it', (title, men, women) => {
  const { result } = renderHook(useEventLabels, {
    wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
  });
  const said = (gender: 'M' | 'W') =>
    result.current.sport(event({ gender, event_category: { id: 1, title, alias: 'a' } }));
  expect([said('M'), said('W')]).toEqual([men, women]);
});
