import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { session } from '#/lib/session';
import { aProfile } from '#/testing/bootstrap';
import { renderScreen } from '#/testing/render';
import { RefusedEmailNote } from './refused-email-note';

afterEach(() => session.setState({ user: null }));

it('says that the address accepts no letters, and leads to the form', async () => {
  session.setState({ user: aProfile({ email_refused: true }) });
  await renderScreen(<RefusedEmailNote />);
  expect(
    await screen.findByText(/Our emails do not reach you: fan@example.com does not accept them/),
  ).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Change your email address' })).toHaveAttribute('href', '/profile/edit');
});

it('says nothing while letters arrive', async () => {
  session.setState({ user: aProfile() });
  await renderScreen(<RefusedEmailNote />);
  expect(screen.queryByText(/Our emails do not reach you/)).toBeNull();
});
