import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { OutsideLink } from './outside-link';

function show(origin: string, hash = '') {
  vi.stubGlobal('origin', origin);
  history.replaceState(null, '', `/watch_embed/7${hash}`);
  const said = vi.spyOn(window.parent, 'postMessage').mockImplementation(() => undefined);
  render(
    <OutsideLink href="/watch/7" className="btn">
      Open
    </OutsideLink>,
  );
  const followed = fireEvent.click(screen.getByRole('link', { name: 'Open' }));
  return { said, followed };
}

afterEach(() => history.replaceState(null, '', '/'));

it('opens a tab of its own from an ordinary frame', () => {
  const { said, followed } = show(location.origin, '#?secret=abc123');
  expect(screen.getByRole('link')).toHaveAttribute('target', '_blank');
  expect(screen.queryByText(/\/watch\/7/)).toBeNull();
  expect(said).not.toHaveBeenCalled();
  expect(followed).toBe(true);
});

it('shows the address in a sandboxed frame, which may open no tab', () => {
  const { said } = show('null');
  expect(screen.getByText(`${location.host}/watch/7`)).toBeInTheDocument();
  expect(said).not.toHaveBeenCalled();
});

it('asks WordPress to open the page', () => {
  const { said, followed } = show('null', '#?secret=abc123');
  const message = { message: 'link', secret: 'abc123', value: `${location.origin}/watch/7` };
  expect(said).toHaveBeenCalledWith(message, '*');
  expect(followed).toBe(false);
  expect(screen.queryByText(/\/watch\/7/)).toBeNull();
});
