import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import { rememberPage } from '#/lib/return-to';
import { local } from '#/lib/storage';
import { anAccess } from '#/testing/bootstrap';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { OtherDeviceScreen } from './other-device-screen';

const server = useServer();

beforeEach(() => {
  keys.setChannel('demo', '/api');
  local.save('api_key', 'a-key');
  rememberPage('/watch/12');
  server.use(
    http.get('*/api/slides/web', () => ok([])),
    http.get('*/api/user/access', () => ok(anAccess({ packages: [3] }))),
  );
});

describe('OtherDeviceScreen', () => {
  it('shows where to go on, and leads back', async () => {
    await renderScreen(<OtherDeviceScreen to="/buy?event_id=12" />, { at: '/other-device' });
    expect(screen.getByText(`${location.host}/watch/12`)).toBeVisible();
    expect(screen.getByRole('img', { name: /QR code/ })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/watch/12');
    expect(screen.getByRole('link', { name: 'Back' })).toHaveFocus();
    expect(screen.getByText(/After your purchase/)).toBeVisible();
  });

  it('says nothing of purchases where the account is changed', async () => {
    await renderScreen(<OtherDeviceScreen to="/profile/edit" />, { at: '/other-device' });
    expect(screen.getByText(`${location.host}/profile/edit`)).toBeVisible();
    expect(screen.queryByText(/After your purchase/)).toBeNull();
  });

  it.each(['https://evil.example/', '//evil.example', undefined])('leads to no other site: %s', async (to) => {
    await renderScreen(<OtherDeviceScreen to={to} />, { at: '/other-device' });
    expect(screen.getByText(`${location.host}/profile`)).toBeVisible();
  });

  it('goes back once the user has bought something elsewhere', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
    const { router } = await renderScreen(<OtherDeviceScreen to="/buy?event_id=12" />, { at: '/other-device' });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(router.state.location.pathname).toBe('/other-device');
    server.use(http.get('*/api/user/access', () => ok(anAccess({ packages: [3], events: [12] }))));
    await vi.advanceTimersByTimeAsync(6_000);
    vi.useRealTimers();
    await waitFor(() => expect(router.state.location.pathname).toBe('/watch/12'));
  });
});
