import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { event } from '#/testing/events';
import { renderScreen } from '#/testing/render';
import { NextCard, WAIT } from './ui/next-card';

const played = vi.fn<() => void>();
const cancelled = vi.fn<() => void>();
const chosen = vi.fn<(automatic: boolean) => void>();

async function show(automatic: boolean) {
  const game = event({ id: 2, score: { away: 5, home: 1, period: 'P3', clock: '', at_ms: 0 } });
  const view = await renderScreen(
    <NextCard game={game} automatic={automatic} onAutomatic={chosen} onPlay={played} onCancel={cancelled} />,
  );
  return view;
}

/** Lets a second of the countdown pass. */
const second = () =>
  act(() => {
    vi.advanceTimersByTime(1000);
  });

beforeEach(() => {
  for (const called of [played, cancelled, chosen]) called.mockClear();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the next game', () => {
  it('plays once its time has passed, and tells no score', async () => {
    await show(true);
    const card = screen.getByRole('region', { name: 'Up next' });
    expect(card).toHaveTextContent('Laurentide Lynx @ Fundy Tide');
    expect(card).not.toHaveTextContent('5');
    for (let left = WAIT - 1; left > 0; left--) {
      second();
      expect(card).toHaveTextContent(`in ${left} s`);
      expect(played).not.toHaveBeenCalled();
    }
    second();
    expect(played).toHaveBeenCalledOnce();
    second();
    expect(played).toHaveBeenCalledOnce();
  });

  it('waits while the page is hidden', async () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    await show(true);
    for (let i = 0; i < WAIT * 2; i++) second();
    expect(played).not.toHaveBeenCalled();
    hidden.mockReturnValue(false);
    for (let i = 0; i < WAIT; i++) second();
    expect(played).toHaveBeenCalledOnce();
  });

  it('plays only when it is asked to, where the viewer turned that off', async () => {
    await show(false);
    for (let i = 0; i < WAIT * 2; i++) second();
    expect(played).not.toHaveBeenCalled();
    expect(screen.getByRole('checkbox', { name: 'Autoplay' })).not.toBeChecked();
    fireEvent.click(screen.getByRole('button', { name: 'Play now' }));
    expect(played).toHaveBeenCalledOnce();
  });

  it('is cancelled, or no longer plays by itself, by a press', async () => {
    await show(true);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Autoplay' }));
    expect(chosen).toHaveBeenCalledWith(false);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(cancelled).toHaveBeenCalledOnce();
  });
});
