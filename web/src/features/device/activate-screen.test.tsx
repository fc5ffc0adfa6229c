import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http as route } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import { session } from '#/lib/session';
import { local } from '#/lib/storage';
import { aProfile } from '#/testing/bootstrap';
import { renderScreen } from '#/testing/render';
import { countRecordedLogins } from '#/testing/reports';
import { ok, problem, useServer } from '#/testing/server';
import { ActivateScreen } from './activate-screen';

const server = useServer();
const logins = countRecordedLogins();

beforeEach(() => {
  keys.setChannel('demo', '/api');
  local.save('api_key', 'anon');
});
afterEach(() => session.setState({ user: null }));

/** Gives codes out in turn and answers polls in turn; the last answer goes on. */
function device(answers: (() => Response)[]) {
  let given = 0;
  server.use(
    route.post('*/api/auth/device-code', () => {
      given++;
      const verification_url = 'https://north.example/profile/device';
      return ok({
        device_code: `secret-${given}`,
        user_code: `BCDF-346${given}`,
        verification_url,
        verification_url_complete: `${verification_url}?code=BCDF-346${given}`,
        expires_in: 600,
        interval: 0,
      });
    }),
    route.post('*/api/auth/device-token', () => {
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      return answer ? answer() : problem(500, 'internal_error');
    }),
    route.get('*/api/slides/web', () => ok([])),
  );
}

const status = (name: string) => () => ok({ status: name, interval: 0 });

describe('ActivateScreen', () => {
  it('shows a new code by itself when one has expired, and goes home once let in', async () => {
    let approve = status('pending');
    device([status('pending'), status('expired'), () => approve()]);
    const { router } = await renderScreen(<ActivateScreen />, { at: '/activate' });
    expect(await screen.findByText('BCDF-3462')).toBeVisible();
    expect(screen.getByText('north.example/profile/device')).toBeVisible();
    approve = () => ok({ status: 'approved', interval: 0, api_key: 'rotated', user: aProfile() });
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(keys.api()).toBe('rotated');
    expect(session.getState().user).toEqual(aProfile());
    expect(logins()).toBe(1);
  });

  it('says that it was turned away, and begins anew on request', async () => {
    device([status('denied'), status('pending')]);
    await renderScreen(<ActivateScreen />, { at: '/activate' });
    expect(await screen.findByRole('alert')).toHaveTextContent('You declined on your phone');
    await userEvent.setup().click(screen.getByRole('button', { name: 'New code' }));
    expect(await screen.findByText('BCDF-3462')).toBeVisible();
  });

  it('asks on when an answer is lost', async () => {
    device([() => problem(503, 'overloaded'), () => problem(404, 'device_code_not_found'), status('pending')]);
    await renderScreen(<ActivateScreen />, { at: '/activate' });
    expect(await screen.findByText('BCDF-3462')).toBeVisible();
  });
});
