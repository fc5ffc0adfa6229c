import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { session } from '#/lib/session';
import { aProfile } from '#/testing/bootstrap';
import { renderScreen } from '#/testing/render';
import { OtherDevices } from './other-devices';

afterEach(() => session.setState({ user: null }));

it('says to a guest how the account opens elsewhere', async () => {
  session.setState({ user: aProfile({ has_password: false }) });
  await renderScreen(<OtherDevices />);
  expect(screen.getByText(/log in with fan@example.com and a code by email/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'set a password' })).toHaveAttribute('href', '/profile/edit');
});

it('says nothing to a user with a password', async () => {
  session.setState({ user: aProfile() });
  const { container } = await renderScreen(<OtherDevices />);
  expect(container).not.toHaveTextContent('code by email');
});
