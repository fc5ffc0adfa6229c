import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aBootstrap, someSettings } from '#/testing/bootstrap';
import { renderScreen } from '#/testing/render';
import { useSections } from './sections';

function Names() {
  return (
    <ul>
      {useSections().map(({ href, label }) => (
        <li key={href}>
          <a href={href}>{label}</a>
        </li>
      ))}
    </ul>
  );
}

it.each([
  [0, ['/profile/sessions', '/profile/security']],
  [1, ['/profile/sessions', '/profile/sessions/add', '/profile/security']],
] as const)('offers to link a device only where the channel enables remote auth (%s)', async (remote_auth, links) => {
  const settings = someSettings({ auth: { remote_auth, social: [] } });
  await renderScreen(<Names />, { bootstrap: { ...aBootstrap(), settings } });
  const named = screen.getAllByRole('link', { name: /Devices|Link a device|Security/ });
  expect(named.map((one) => one.getAttribute('href'))).toEqual(links);
});
