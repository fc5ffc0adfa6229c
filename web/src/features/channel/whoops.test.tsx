import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { http as route } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import { ok, problem, useServer } from '#/testing/server';
import { waitFor } from '#/testing/wait-for';
import { Whoops } from './whoops';

const server = useServer();
const reload = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  keys.setChannel('demo', '/api');
  render(
    <I18nProvider i18n={i18n}>
      <Whoops reload={reload} />
    </I18nProvider>,
  );
});
afterEach(() => {
  vi.useRealTimers();
  reload.mockReset();
});

function fakeSecond(): void {
  act(() => {
    vi.advanceTimersByTime(1_000);
  });
}

function seconds(count: number): void {
  for (let i = 0; i < count; i++) fakeSecond();
}

const button = () => screen.getByRole('button', { name: 'Reload' });

describe('Whoops', () => {
  it('counts 60 seconds down before the button opens', () => {
    expect(screen.getByRole('heading')).toHaveTextContent('WHOOPS');
    expect(screen.getByText('You can reload in 60 s')).toBeVisible();
    expect(button()).toBeDisabled();
    seconds(59);
    expect(screen.getByText('You can reload in 1 s')).toBeVisible();
    expect(button()).toBeDisabled();
    seconds(1);
    expect(button()).toBeEnabled();
  });

  it('asks for the key again and then reloads the page', async () => {
    server.use(route.post('*/api/get_api_key', () => ok({ api_key: 'fresh' })));
    seconds(60);
    fireEvent.click(button());
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(keys.api()).toBe('fresh');
  });

  it('waits another minute when the key is still not to be had', async () => {
    server.use(route.post('*/api/get_api_key', () => problem(500, 'internal')));
    seconds(60);
    fireEvent.click(button());
    await waitFor(() => expect(screen.getByText('You can reload in 60 s')).toBeVisible());
    expect(button()).toBeDisabled();
    expect(reload).not.toHaveBeenCalled();
  });
});
