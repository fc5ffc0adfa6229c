import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import type { Clip, EventDetail, Product } from '#/api/types';
import { session } from '#/lib/session';
import { local } from '#/lib/storage';
import { aProfile } from '#/testing/bootstrap';
import { aClip } from '#/testing/clips';
import { access, eventDetail } from '#/testing/events';
import { aProduct } from '#/testing/orders';
import { renderScreen } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { waitFor } from '#/testing/wait-for';
import { ClipSheet, type ClipSheetProps, type PreviewSlot } from './ui/clip-sheet';

const server = useServer();
const made = vi.fn<(clip: Clip) => void>();
const closed = vi.fn<() => void>();
const shown = vi.fn<(position: number) => void>();
const played = vi.fn<(position: number) => void>();

beforeEach(() => {
  for (const called of [made, closed, shown, played]) called.mockClear();
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
  local.save('signed_in', true);
  session.setState({ user: aProfile({ featureCount: { clips: 3, downloads: 0 } }) });
  return () => session.setState({ user: null });
});

let slot: PreviewSlot | null = null;

const preview = (given: PreviewSlot) => {
  slot = given;
  return <section aria-label={given.label} />;
};

async function open(event: EventDetail = eventDetail(), more: Partial<ClipSheetProps> = {}) {
  const user = userEvent.setup();
  await renderScreen(
    <ClipSheet
      event={event}
      mediaId={7}
      at={1000}
      playhead={1000}
      recorded={{ from: 0, to: 4000 }}
      preview={preview}
      onMade={made}
      onClose={closed}
      {...more}
    />,
  );
  const video = document.createElement('video');
  act(() => slot?.onReady({ video, show: shown, playFrom: played, frame: () => 0.04 }));
  const edge = (name: 'Start' | 'End') => screen.getByRole('slider', { name: `${name} of the clip` });
  return { user, edge };
}

describe('what a clip takes', () => {
  it('is the last half minute at first, shown again and again', async () => {
    const { edge } = await open();
    expect(slot?.stretch).toEqual({ from: 970, to: 1000, loops: true });
    expect(edge('Start')).toHaveAttribute('aria-valuetext', 'from 16 minutes 10 seconds');
    expect(edge('End')).toHaveAttribute('aria-valuetext', 'to 16 minutes 40 seconds');
    expect(screen.getByText('of 5:00 at most')).toBeVisible();
  });

  it('is called the last seconds only while it is', async () => {
    const { user } = await open();
    const last = (name: string) => screen.getByRole('button', { name });
    expect(last('Last 30 s')).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('button', { name: 'Start one second earlier' }));
    await user.click(screen.getByRole('button', { name: 'End one second earlier' }));
    expect(slot?.stretch).toMatchObject({ from: 969, to: 999 });
    expect(last('Last 30 s')).toHaveAttribute('aria-pressed', 'false');
    await user.click(last('Last minute'));
    expect(slot?.stretch).toMatchObject({ from: 940, to: 1000 });
    expect(last('Last minute')).toHaveAttribute('aria-pressed', 'true');
  });

  it('is what was before a key moment, named after it', async () => {
    const goal = { name: 'Goal, Fundy', tags: ['Goal', 'Fundy'] };
    const { user } = await open(eventDetail(), { at: 400, proposed: goal });
    expect(slot?.stretch).toMatchObject({ from: 370, to: 400 });
    expect(screen.getByRole('button', { name: 'Last 30 s' })).toHaveAttribute('aria-pressed', 'false');
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Goal, Fundy');
    expect(screen.getByRole('button', { name: 'Remove tag Goal' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Remove tag Fundy' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Last 30 s' }));
    expect(slot?.stretch).toMatchObject({ from: 970, to: 1000 });
    expect(screen.getByRole('button', { name: 'Last 30 s' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('is moved by buttons, to the picture', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Start one second earlier' }));
    await user.click(screen.getByRole('button', { name: 'End one frame later' }));
    expect(slot?.stretch).toMatchObject({ from: 969, to: 1000.04 });
    expect(shown).toHaveBeenCalledWith(969);
    // What was moved is shown at once: the start from the start, the end shortly before it.
    expect(played.mock.calls).toEqual([[969], [997.04]]);
  });

  it('is moved by the keys of a slider', async () => {
    const { user, edge } = await open();
    edge('End').focus();
    await user.keyboard('{ArrowRight}{PageUp}.');
    expect(slot?.stretch.to).toBe(1011.04);
    edge('Start').focus();
    await user.keyboard('{Home}');
    expect(slot?.stretch.from).toBe(711.04);
    expect(edge('Start')).toHaveAttribute('aria-valuetext', 'from 11 minutes 51 seconds');
    await user.keyboard('{End}');
    expect(slot?.stretch.from).toBe(1010.04);
  });

  it('is dragged', async () => {
    const { edge } = await open();
    const strip = edge('Start').parentElement as HTMLElement;
    vi.spyOn(strip, 'getBoundingClientRect').mockReturnValue({ left: 100, width: 600 } as DOMRect);
    edge('Start').setPointerCapture = () => undefined;
    fireEvent.pointerDown(edge('Start'), { button: 0, clientX: 250 });
    fireEvent.pointerMove(edge('Start'), { clientX: 300 });
    expect(slot?.stretch.from).toBe(975);
    expect(played).not.toHaveBeenCalled();
    fireEvent.pointerUp(edge('Start'));
    expect(played).toHaveBeenCalledWith(975);
    fireEvent.pointerMove(edge('Start'), { clientX: 500 });
    expect(slot?.stretch.from).toBe(975);
  });

  it('can be what most clips are', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Last minute' }));
    expect(slot?.stretch).toMatchObject({ from: 940, to: 1000 });
    expect(screen.getByRole('button', { name: 'Last minute' })).toHaveAttribute('aria-pressed', 'true');
  });
});

describe('what a clip is called', () => {
  it('is asked for in the words of the catalogue', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Create clip' }));
    expect(screen.getByText('Field is required')).toBeVisible();
    expect(screen.getByText('Please select tag')).toBeVisible();
    const name = screen.getByRole('textbox', { name: 'Name' });
    expect(name).toHaveFocus();
    expect(name).toBeInvalid();
    await user.click(name);
    await user.paste('x'.repeat(121));
    await user.click(screen.getByRole('button', { name: 'Create clip' }));
    expect(screen.getByText('Field length must be less than 121')).toBeVisible();
  });

  it('has tags of its own and suggested ones, each once', async () => {
    const { user } = await open();
    const field = screen.getByRole('textbox', { name: 'Tags' });
    const suggested = screen.getByRole('group', { name: 'Suggested tags' });
    expect(within(suggested).getByRole('button', { name: 'Laurentide' })).toBeVisible();
    await user.click(within(suggested).getByRole('button', { name: 'Goal' }));
    await user.type(field, '#No. 17{Enter}goal,');
    expect(screen.getAllByRole('button', { name: /^Remove tag/ })).toHaveLength(2);
    expect(within(suggested).queryByRole('button', { name: 'Goal' })).toBeNull();
    await user.type(field, '{Backspace}');
    expect(screen.queryByRole('button', { name: 'Remove tag No. 17' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove tag Goal' }));
    expect(field).toHaveFocus();
    expect(within(suggested).getByRole('button', { name: 'Goal' })).toBeVisible();
  });
});

describe('making a clip', () => {
  const fill = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.type(screen.getByRole('textbox', { name: 'Name' }), ' Go-ahead goal ');
    await user.type(screen.getByRole('textbox', { name: 'Tags' }), 'Goal{Enter}');
    await user.click(screen.getByRole('button', { name: 'Create clip' }));
  };

  it('sends what was chosen', async () => {
    const sent = vi.fn<(body: unknown) => void>();
    server.use(
      http.post('*/api/clip', async ({ request }) => {
        sent(await request.json());
        return ok(aClip({ status: 'processing' }));
      }),
      http.get('*/api/profile', () => ok(aProfile({ featureCount: { clips: 4, downloads: 0 } }))),
    );
    const { user } = await open();
    await fill(user);
    await waitFor(() => expect(made).toHaveBeenCalledWith(expect.objectContaining({ id: 5 })));
    expect(sent).toHaveBeenCalledWith({
      api_key: 'k'.repeat(43),
      event_id: 1,
      event_media_id: 7,
      name: 'Go-ahead goal',
      start_time: 970,
      duration: 30,
      tags: ['Goal'],
    });
    await waitFor(() => expect(session.getState().user?.featureCount.clips).toBe(4));
  });

  it('says where it is refused', async () => {
    const sentence = 'Your clip duration is longer than the end time';
    const errors = [{ field: 'duration', code: 'clip_out_of_range', message: sentence }];
    server.use(http.post('*/api/clip', () => problem(422, 'clip_out_of_range', { detail: sentence, errors })));
    const { user } = await open();
    await fill(user);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(made).not.toHaveBeenCalled();
  });

  it('says that none are left, in the words of the server', async () => {
    const detail = 'Your pass includes 3 clips, and all of them are used.';
    server.use(http.post('*/api/clip', () => problem(422, 'clip_limit_reached', { detail })));
    const { user } = await open();
    await fill(user);
    expect(await screen.findByText(detail)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Create clip' })).not.toHaveAttribute('aria-busy');
  });
});

describe('how much clips of a sold game may show together', () => {
  /** Answers as the server does for segments of 4 s, where nothing of the chosen part is open yet. */
  const cover = (most: number, used: number, told = most) =>
    server.use(
      http.get('*/api/clips/event/1/cover', ({ request }) => {
        const { searchParams } = new URL(request.url);
        const start = Number(searchParams.get('start_time'));
        const end = start + Number(searchParams.get('duration'));
        const adds = Math.ceil(end / 4) * 4 - Math.floor(start / 4) * 4;
        return ok({ limited: true, most: told, used, adds, fits: used + adds <= most });
      }),
    );
  const sold = eventDetail({ type: 'paid' });
  const create = () => screen.getByRole('button', { name: 'Create clip' });

  it('is told before one is made, in whole segments', async () => {
    cover(540, 60);
    await open(sold);
    expect(
      await screen.findByText('Your clips of this game can total 9:00, and 8:00 are left. This clip uses 0:32 of it.'),
    ).toBeVisible();
  });

  it('keeps one from being made that is short enough by its name alone, and lets a shorter one', async () => {
    cover(90, 60);
    const { user } = await open(sold);
    expect(
      await screen.findByText(
        /whole segments of the recording, and this one uses 0:32\. .* can total 1:30, and 0:30 are left/,
      ),
    ).toBeVisible();
    expect(create()).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Start one second later' }));
    await user.click(screen.getByRole('button', { name: 'Start one second later' }));
    await waitFor(() => expect(create()).toBeEnabled());
    expect(screen.getByText(/0:30 are left\. This clip uses 0:28 of it/)).toBeVisible();
  });

  it('is told without lengths while scores are hidden', async () => {
    cover(90, 60, 0);
    const { user } = await open(sold);
    expect(await screen.findByText(/not enough is left for your clips of this game/)).toBeVisible();
    expect(screen.queryByText(/can total/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Last 15 s' }));
    await waitFor(() => expect(screen.queryByText(/not enough is left/)).toBeNull());
    expect(create()).toBeEnabled();
  });

  it('is asked for again when the server refuses a clip, and the refusal goes with the stretch', async () => {
    cover(100, 60);
    const sentence = 'Clips count in whole segments of the recording, and 0:04 is left for your clips of this event.';
    server.use(
      http.post('*/api/clip', () => {
        cover(100, 96); // another device was first
        const errors = [{ field: 'duration', code: 'clip_cover_reached', message: sentence }];
        return problem(422, 'clip_cover_reached', { detail: sentence, errors });
      }),
    );
    const { user } = await open(sold);
    await screen.findByText(/0:40 are left/);
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Goal');
    await user.type(screen.getByRole('textbox', { name: 'Tags' }), 'Goal{Enter}');
    await user.click(create());
    expect(await screen.findByText(sentence)).toBeVisible();
    await waitFor(() => expect(create()).toBeDisabled());
    await user.click(screen.getByRole('button', { name: 'Start one second later' }));
    expect(screen.queryByText(sentence)).toBeNull();
    expect(await screen.findByText(/and 0:04 are left/)).toBeVisible();
  });

  it('stops nothing while it cannot be asked', async () => {
    server.use(http.get('*/api/clips/event/1/cover', () => problem(404, 'stream_not_found')));
    await open(sold);
    expect(create()).toBeEnabled();
  });

  it('is not asked of a free game', async () => {
    cover(1, 0);
    await open(eventDetail({ type: 'free' }));
    expect(screen.queryByText(/can total/)).toBeNull();
  });
});

it('tells how many clips of a pass are used', async () => {
  const pass: Product = { ...aProduct(), clip_limit: 50 };
  server.use(
    http.get('*/api/packages', () => ok([pass])),
    http.get('*/api/subscriptions', () => ok([])),
  );
  await open(eventDetail({ access: access({ reason: 'package', product: 'Hockey pass' }) }));
  expect(await screen.findByText('3 of 50 clips used')).toBeVisible();
});

it('goes in two steps on a phone', async () => {
  const query = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => query);
  const { user } = await open();
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Next: name and tags' }));
  expect(screen.getByRole('textbox', { name: 'Name' })).toBeVisible();
  expect(screen.queryByRole('slider')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Back to start and end' }));
  expect(screen.getAllByRole('slider')).toHaveLength(2);
});
