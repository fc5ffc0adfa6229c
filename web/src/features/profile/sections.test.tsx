import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { session } from '#/lib/session';
import { aBootstrap, aProfile, someSettings } from '#/testing/bootstrap';
import { renderScreen } from '#/testing/render';
import { useSections } from './sections';
import { LinkDeviceScreen } from './security/link-device-screen';

afterEach(() => session.setState({ user: null }));

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

it('names Devices as the present part where a device is linked', async () => {
  session.setState({ user: aProfile() });
  await renderScreen(<LinkDeviceScreen code="" />, { at: '/profile/device' });
  const present = (await screen.findAllByRole('link')).filter((one) => one.hasAttribute('aria-current'));
  expect(present.map((one) => [one.textContent, one.getAttribute('aria-current')])).toEqual([['Devices', 'true']]);
});
