import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { bootstrapQuery } from '#/api/queries';
import type { ClipUntil } from '#/entities/proposed-clip';
import { aBootstrap } from '#/testing/bootstrap';
import { aClient } from '#/testing/render';
import { Announcer } from '#/ui/announcer';
import type { Moment } from '../control/remote';
import { openEngine } from '../engine/open-engine';
import { fakeEngines, type Playback, stubPlayback, stubTracks } from '../testing';
import { Player, type PlayerProps } from './player';

vi.mock('../engine/open-engine');
stubTracks();

// jsdom lays nothing out and shows no dialogs of the page.
HTMLDialogElement.prototype.show ??= function open(this: HTMLDialogElement) {
  this.open = true;
};

async function show(playback: Partial<Playback> & { live?: boolean } = {}, props: Partial<PlayerProps> = {}) {
  const { live = true, ...rest } = playback;
  const engines = fakeEngines((engine) => {
    engine.live = live;
    engine.edge = live ? 4272 : null;
  });
  vi.mocked(openEngine).mockImplementation(engines.open);
  const client = aClient();
  client.setQueryData(
    bootstrapQuery().queryKey,
    aBootstrap({ static_blocks: { player_help: '<p>Reload the page</p>' } }),
  );
  const page = (more: Partial<PlayerProps> = {}) => (
    <QueryClientProvider client={client}>
      <I18nProvider i18n={i18n}>
        <Announcer />
        <Player
          source={{ item: '1', url: '/media/aaa/e1/index.m3u8', live }}
          title="Laurentide @ Fundy"
          artist="Northline"
          poster=""
          interrupted={false}
          onRenew={() => undefined}
          {...props}
          {...more}
        />
      </I18nProvider>
    </QueryClientProvider>
  );
  const view = render(page());
  const video = view.container.querySelector('video') as HTMLVideoElement;
  const { now, emit } = stubPlayback(video, { readyState: 4, duration: 4272, end: 4272, currentTime: 4272, ...rest });
  await waitFor(() => expect(engines.last().loads).toHaveLength(1));
  act(() => emit('loadedmetadata', 'playing', 'timeupdate'));
  const player = screen.getByRole('region', { name: 'Video player' });
  const again = (more: Partial<PlayerProps>) => view.rerender(page(more));
  return {
    player,
    engine: engines.last(),
    now,
    emit: (...names: string[]) => act(() => emit(...names)),
    again,
    user: userEvent.setup(),
  };
}

describe('the live button', () => {
  it('is filled at the edge, and says how far behind otherwise', async () => {
    const { now, emit, user } = await show();
    // The first one is the offer to who joins late.
    const [, live] = screen.getAllByRole('button', { name: 'Live' });
    expect(live).toHaveClass('golive--edge');
    now.currentTime = 4230;
    emit('timeupdate');
    const button = screen.getByRole('button', { name: /^42\ss behind Go live$/ });
    expect(button).not.toHaveClass('golive--edge');
    await user.click(button);
    expect(now.currentTime).toBe(4272);
  });

  it('is not there for a recording', async () => {
    await show({ live: false, currentTime: 724 });
    expect(screen.queryByRole('button', { name: /live/i })).toBeNull();
  });
});

/** Tells a size at once, as browsers do of what they begin to observe. */
class Measured {
  readonly observe: () => void;
  readonly disconnect = () => undefined;
  constructor(tell: () => void) {
    this.observe = tell;
  }
}

describe('marks on the timeline', () => {
  const epoch = 1_000_000;
  const mark = {
    id: 1,
    at: epoch + 2136_000,
    from: epoch + 2128_000,
    label: 'Goal, Laurentide',
    colour: '#2348c7',
    goal: true,
  };
  const save = (id: number, seconds: number) => {
    const at = epoch + seconds * 1000;
    return { id, at, from: at - 8000, label: `Save ${id}`, colour: '', goal: false };
  };
  const near = [save(2, 2100), mark, save(3, 2180), save(4, 400)];

  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
    vi.stubGlobal('ResizeObserver', Measured);
    return () => {
      vi.restoreAllMocks();
      vi.unstubAllGlobals();
    };
  });

  it('stand where they happened and lead to where they begin', async () => {
    const { now, user } = await show(
      { live: false },
      { marks: [mark, { ...mark, id: 2, at: epoch - 5000, label: 'Earlier' }] },
    );
    const goal = await screen.findByRole('button', { name: 'Goal, Laurentide' });
    expect(goal).toHaveStyle({ left: '50%' });
    expect(screen.queryByRole('button', { name: 'Earlier' })).toBeNull();
    await user.click(goal);
    expect(now.currentTime).toBe(2128);
  });

  it('are a number where they are close, which lists them', async () => {
    const { now, user } = await show({ live: false }, { marks: near });
    const cluster = await screen.findByRole('button', { name: '3 moments: Goal, Laurentide; Save 2; Save 3' });
    expect(cluster).toHaveTextContent('3');
    expect(cluster).toHaveStyle({ left: '50%' });
    await user.click(cluster);
    const list = screen.getByRole('dialog', { name: 'Key moments here' });
    const lines = within(list)
      .getAllByRole('listitem')
      .map((line) => line.textContent);
    expect(lines).toEqual(['Goal, Laurentide35:36', 'Save 235:00', 'Save 336:20']);
    await user.click(within(list).getByRole('button', { name: /Save 3/ }));
    expect(now.currentTime).toBe(2172);
    expect(screen.queryByRole('dialog', { name: 'Key moments here' })).toBeNull();
    expect(cluster).toHaveFocus();
  });

  it('are one stop for Tab, and are reached by the arrows', async () => {
    const { now, user } = await show({ live: false, currentTime: 600 }, { marks: near });
    const alone = await screen.findByRole('button', { name: 'Save 4' });
    const cluster = screen.getByRole('button', { name: /^3 moments/ });
    expect([alone, cluster].map(({ tabIndex }) => tabIndex)).toEqual([0, -1]);
    act(() => alone.focus());
    await user.keyboard('{ArrowRight}');
    expect(cluster).toHaveFocus();
    expect([alone, cluster].map(({ tabIndex }) => tabIndex)).toEqual([-1, 0]);
    expect(now.currentTime).toBe(600);
    await user.keyboard('{Enter}');
    const list = screen.getByRole('dialog', { name: 'Key moments here' });
    expect(within(list).getByRole('button', { name: /^Goal/ })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(cluster).toHaveFocus();
  });
});

it('has clips made that end at a moment of the wall clock, where they can be made', async () => {
  const clips = vi.fn<(moment: Moment) => void>();
  const ways = vi.fn<(clipUntil: ClipUntil | null) => void>();
  const { again } = await show({ live: false, currentTime: 700 }, { onClip: clips, onClips: ways });
  act(() => ways.mock.lastCall?.[0]?.(1_000_000 + 90_000));
  expect(clips.mock.lastCall?.[0]).toMatchObject({ at: 90, playhead: 700, proposed: undefined });
  const proposed = { name: 'Goal, Fundy', tags: ['Goal'] };
  act(() => ways.mock.lastCall?.[0]?.(1_000_000 + 90_000, proposed));
  expect(clips.mock.lastCall?.[0]).toMatchObject({ at: 90, proposed });
  again({ onClip: undefined });
  expect(ways.mock.lastCall?.[0]).toBeNull();
});

describe('the seek slider', () => {
  it('says where it is in words', async () => {
    const { now, emit } = await show({ live: false, duration: 5400, end: 5400, currentTime: 724 });
    const slider = screen.getByRole('slider', { name: 'Seek' });
    expect(slider).toHaveAttribute('aria-valuetext', '12 minutes 4 seconds of 1 hour 30');
    expect(slider).toHaveAttribute('aria-valuemax', '5400');
    now.currentTime = 60;
    emit('timeupdate');
    expect(slider).toHaveAttribute('aria-valuenow', '60');
  });

  it('says how far behind live', async () => {
    await show({ currentTime: 4230 });
    expect(screen.getByRole('slider', { name: 'Seek' })).toHaveAttribute(
      'aria-valuetext',
      '1 hour 10 minutes 30 seconds, 42 seconds behind live',
    );
  });

  it('moves by its keys', async () => {
    const { now, user } = await show({ live: false, currentTime: 600 });
    screen.getByRole('slider', { name: 'Seek' }).focus();
    await user.keyboard('{ArrowRight}');
    expect(now.currentTime).toBe(605);
    await user.keyboard('{PageDown}');
    expect(now.currentTime).toBe(545);
    await user.keyboard('{Home}');
    expect(now.currentTime).toBe(0);
    await user.keyboard('{End}');
    expect(now.currentTime).toBe(4272);
  });
});

describe('a recording whose length would tell', () => {
  it('shows no end, and reaches as far as was watched', async () => {
    const { now, emit, player, user } = await show({ live: false, currentTime: 600 }, { hidesEnd: true });
    const slider = screen.getByRole('slider', { name: 'Seek' });
    expect(slider).toHaveAttribute('aria-valuetext', '10 minutes');
    expect(slider).toHaveAttribute('aria-valuemax', '600');
    expect(player).not.toHaveTextContent('1:11:12');
    now.currentTime = 300;
    emit('timeupdate');
    player.focus();
    await user.keyboard('9');
    expect(now.currentTime).toBe(540);
    slider.focus();
    await user.keyboard('{End}');
    expect(now.currentTime).toBe(600);
    await user.keyboard('{ArrowRight}');
    expect(now.currentTime).toBe(605);
  });
});

describe('keys', () => {
  it('work wherever the focus is on the page', async () => {
    const { now, user } = await show({ live: false, currentTime: 600 });
    await user.keyboard('j');
    expect(now.currentTime).toBe(590);
    await user.keyboard('5');
    expect(now.currentTime).toBe(2136);
    await user.keyboard('k');
    expect(now.paused).toBe(true);
    await user.keyboard(' ');
    expect(now.paused).toBe(false);
  });

  it('scroll nothing, and are repeated only where that moves the picture', async () => {
    const { now } = await show({ live: false, currentTime: 600 });
    expect(fireEvent.keyDown(document.body, { key: ' ' })).toBe(false);
    expect(fireEvent.keyDown(document.body, { key: ' ', repeat: true })).toBe(false);
    expect(now.paused).toBe(true);
    expect(fireEvent.keyDown(document.body, { key: 'ArrowDown' })).toBe(true);
    expect(fireEvent.keyDown(document.body, { key: 'ArrowLeft', repeat: true })).toBe(false);
    expect(now.currentTime).toBe(595);
  });

  it.each([
    ['a field', '<input>', 'input'],
    ['a text area', '<textarea></textarea>', 'textarea'],
    ['a choice of a list', '<select><option>A</option></select>', 'select'],
    ['text that is edited', '<p contenteditable tabindex="0">A</p>', 'p'],
    ['a menu', '<div role="menu"><i tabindex="0">A</i></div>', 'i'],
    ['a dialog', '<dialog open><p tabindex="-1">A</p></dialog>', 'p'],
    ['a button', '<button type="button">A</button>', 'button'],
  ])('leave %s its Space', async (_, html, focused) => {
    const { now } = await show({ live: false, currentTime: 600 });
    const place = document.createElement('div');
    place.innerHTML = html;
    document.body.append(place);
    try {
      const target = place.querySelector<HTMLElement>(focused) as HTMLElement;
      expect(fireEvent.keyDown(target, { key: ' ' })).toBe(true);
      expect(now.paused).toBe(false);
    } finally {
      place.remove();
    }
  });

  it('play and pause by Space on a link, which Space does not open', async () => {
    const { now } = await show({ live: false, currentTime: 600 });
    const link = document.createElement('a');
    link.href = '#a';
    document.body.append(link);
    try {
      expect(fireEvent.keyDown(link, { key: ' ' })).toBe(false);
      expect(now.paused).toBe(true);
      expect(fireEvent.keyDown(link, { key: 'ArrowLeft' })).toBe(true);
      expect(now.currentTime).toBe(600);
    } finally {
      link.remove();
    }
  });

  it('work only in a player that is in the corner of another page', async () => {
    const { now, player, user } = await show({ live: false, currentTime: 600 });
    player.parentElement?.setAttribute('data-docked', '');
    await user.keyboard('j');
    expect(now.currentTime).toBe(600);
    player.focus();
    await user.keyboard('j');
    expect(now.currentTime).toBe(590);
  });

  it('are listed by ? and can be switched off', async () => {
    const { now, player, user } = await show({ live: false, currentTime: 600 });
    player.focus();
    await user.keyboard('?');
    const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(list).getByText('Go live')).toBeInTheDocument();
    await user.click(within(list).getByRole('checkbox'));
    await user.click(within(list).getByRole('button', { name: 'Close' }));
    player.focus();
    await user.keyboard('j');
    expect(now.currentTime).toBe(600);
    act(() => player.blur());
    await user.keyboard('?');
    expect(screen.queryByRole('dialog')).toBeNull();
    player.focus();
    await user.keyboard('?');
    expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeInTheDocument();
  });

  it('leave Space to the button in focus', async () => {
    const { now, user } = await show({ live: false, currentTime: 600 });
    screen.getByRole('button', { name: 'Forward 10 seconds' }).focus();
    await user.keyboard(' ');
    expect(now.currentTime).toBe(610);
    expect(now.paused).toBe(false);
  });

  it('are answered on the picture and to screen readers', async () => {
    const { player, user } = await show({ live: false, currentTime: 600 });
    player.focus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByText('Volume 95%', { selector: '.p-note' })).toBeInTheDocument();
    expect(screen.getByRole('status')).toHaveTextContent('Volume 95%');
  });
});

describe('settings', () => {
  it('offer speed always, quality only where there is a choice', async () => {
    const { user, engine } = await show({ live: false, currentTime: 600 });
    await user.click(screen.getByRole('button', { name: 'Settings' }));
    const panel = screen.getByRole('dialog', { name: 'Settings' });
    expect(within(panel).queryByRole('group', { name: 'Quality' })).toBeNull();
    await user.click(within(panel).getByRole('radio', { name: '1.5×' }));
    expect(document.querySelector('video')?.playbackRate).toBe(1.5);
    engine.offered = [
      { id: 0, height: 360, bitrate: 800_000 },
      { id: 1, height: 720, bitrate: 2_400_000 },
    ];
    act(() => engine.hooks.onChange());
    await user.click(within(panel).getByRole('radio', { name: '720p' }));
    expect(engine.calls).toContain('quality 1');
  });

  it('close with Escape and give the focus back', async () => {
    const { user } = await show({ live: false });
    const button = screen.getByRole('button', { name: 'Settings' });
    await user.click(button);
    within(screen.getByRole('dialog', { name: 'Settings' }))
      .getByRole('radio', { name: 'Normal' })
      .focus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(button).toHaveFocus();
  });

  it('have captions only when there are captions', async () => {
    await show({ live: false });
    expect(screen.queryByRole('button', { name: 'Captions' })).toBeNull();
  });
});

describe('messages', () => {
  it('offer other places to begin to who joins late', async () => {
    const { user, now } = await show();
    const choice = screen.getByRole('group', { name: 'Where to start' });
    expect(choice).toHaveTextContent('You joined 1 hour 11 in');
    expect(within(choice).getByRole('button', { name: 'Live' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(within(choice).getByRole('button', { name: 'From start' }));
    expect(now.currentTime).toBe(0);
    expect(screen.queryByRole('group', { name: 'Where to start' })).toBeNull();
  });

  it('say that the picture will be back while the encoder is gone, but not to who watches earlier parts', async () => {
    const { again, now, emit } = await show();
    const words = 'The picture will be back in a moment';
    again({ interrupted: true });
    // What came last is still to be seen.
    expect(screen.getByText(words, { selector: '.p-msg__t' })).toBeInTheDocument();
    expect(screen.getByRole('status')).toHaveTextContent(words);
    emit('waiting');
    expect(screen.getByText(words, { selector: '.p-slate__t' })).toBeInTheDocument();
    emit('playing');
    now.currentTime = 1000;
    emit('timeupdate');
    expect(screen.queryByText(words, { selector: '.p-mid p' })).toBeNull();
    again({ interrupted: false });
  });

  it('end in a code with a way to try again', async () => {
    const { engine, user } = await show();
    act(() => engine.hooks.onTrouble({ kind: 'media' }));
    const message = screen.getByRole('alert');
    expect(message).toHaveTextContent('Oops! We are currently experiencing technical difficulties');
    expect(message).toHaveTextContent('Code P-MEDIA');
    expect(message).toHaveTextContent('Reload the page');
    await user.click(within(message).getByRole('button', { name: 'Retry' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

it('tells the page the wall clock of the picture', async () => {
  const onPlayhead = vi.fn<(playhead: number | null) => void>();
  const { now, emit } = await show({}, { onPlayhead });
  now.currentTime = 100;
  emit('timeupdate');
  expect(onPlayhead).toHaveBeenLastCalledWith(1_100_000);
});
