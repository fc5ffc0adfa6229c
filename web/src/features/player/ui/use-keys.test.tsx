import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { expect, it, vi } from 'vitest';
import type { PlayerHandle } from './context';
import { useKeys } from './use-keys';

const wake = () => {};

function Page({ run, press }: { run: () => void; press: (button: string) => void }) {
  const root = useRef<HTMLElement>(null);
  useKeys({ remote: { run } } as unknown as PlayerHandle, root, wake, false);
  return (
    <>
      <section ref={root}>
        <button type="button" onClick={() => press('mute')}>
          Mute
        </button>
      </section>
      <button type="button" onClick={() => press('star')}>
        Star
      </button>
      <label>
        Comment
        <input />
      </label>
    </>
  );
}

it('Space plays after the pointer pressed a button, and presses a button that Tab reached', async () => {
  const [run, press, user] = [vi.fn<() => void>(), vi.fn<(button: string) => void>(), userEvent.setup()];
  render(<Page run={run} press={press} />);
  for (const name of ['Mute', 'Star']) {
    press.mockClear();
    run.mockClear();
    await user.click(screen.getByRole('button', { name }));
    await user.keyboard('  ');
    expect(press).toHaveBeenCalledTimes(1);
    expect(run.mock.calls).toEqual([[{ kind: 'toggle-play' }], [{ kind: 'toggle-play' }]]);
  }
  await user.tab({ shift: true });
  expect(screen.getByRole('button', { name: 'Mute' })).toHaveFocus();
  run.mockClear();
  press.mockClear();
  await user.keyboard(' ');
  expect(press).toHaveBeenCalledExactlyOnceWith('mute');
  expect(run).not.toHaveBeenCalled();
});

it('a field that was focused by a press on its label keeps its keys', async () => {
  const [run, user] = [vi.fn<() => void>(), userEvent.setup()];
  render(<Page run={run} press={() => {}} />);
  await user.click(screen.getByText('Comment'));
  await user.keyboard('mask ');
  expect(screen.getByLabelText('Comment')).toHaveValue('mask ');
  expect(run).not.toHaveBeenCalled();
});
