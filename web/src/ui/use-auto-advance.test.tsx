import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { advanceMs, useAutoAdvance } from './use-auto-advance';

let advance = vi.fn<() => void>();

function Mover({ step = 0 }: { step?: number }) {
  const { hold, paused, toggle } = useAutoAdvance(true, advance, step);
  return (
    <div data-testid="mover" {...hold}>
      <button type="button" onClick={toggle}>
        {paused ? 'Play' : 'Pause'}
      </button>
    </div>
  );
}

function wait(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

describe('useAutoAdvance', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    advance = vi.fn<() => void>();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('moves on after five seconds, and again after each step', () => {
    const { rerender } = render(<Mover />);
    wait(4_999);
    expect(advance).not.toHaveBeenCalled();
    wait(1);
    expect(advance).toHaveBeenCalledTimes(1);
    rerender(<Mover step={1} />);
    wait(5_000);
    expect(advance).toHaveBeenCalledTimes(2);
  });

  it('stays while the pointer or the focus is on it', () => {
    render(<Mover />);
    const mover = screen.getByTestId('mover');
    fireEvent.pointerEnter(mover);
    wait(3 * advanceMs);
    fireEvent.pointerLeave(mover);
    act(() => screen.getByRole('button').focus());
    wait(3 * advanceMs);
    expect(advance).not.toHaveBeenCalled();
    act(() => screen.getByRole('button').blur());
    wait(advanceMs);
    expect(advance).toHaveBeenCalledTimes(1);
  });

  it('stays while paused', () => {
    render(<Mover />);
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    wait(3 * advanceMs);
    expect(advance).not.toHaveBeenCalled();
  });

  it('never moves by itself for who wants no motion', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    render(<Mover />);
    expect(screen.getByRole('button', { name: 'Play' })).toBeVisible();
    wait(3 * advanceMs);
    expect(advance).not.toHaveBeenCalled();
  });
});
