import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PendingScreen } from './pending';

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <p>failed</p> : this.props.children;
  }
}

beforeEach(() => vi.useFakeTimers());

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('ends in an error when the view has not come after 120 s, and no sooner', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined); // React tells of what a boundary caught
  render(
    <I18nProvider i18n={i18n}>
      <Boundary>
        <PendingScreen />
      </Boundary>
    </I18nProvider>,
  );
  act(() => {
    vi.advanceTimersByTime(119_999);
  });
  expect(screen.getByRole('status')).toBeVisible();
  act(() => {
    vi.advanceTimersByTime(1);
  });
  expect(screen.getByText('failed')).toBeVisible();
});
