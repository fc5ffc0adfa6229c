import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import type { PlayerProps } from '#/features/player/ui/player';
import type { ReporterProps } from '#/features/player/ui/reporter';
import { aBootstrap } from '#/testing/bootstrap';
import { renderScreen } from '#/testing/render';
import { videoDetail } from '#/testing/videos';
import { VideoPlayer } from './video-player';

const shown = vi.fn<(props: PlayerProps) => void>();
const from = vi.fn<(seconds: number) => void>();
let report: ReporterProps;

vi.mock('#/features/player/ui/player', () => ({
  Player: (props: PlayerProps) => {
    shown(props);
    return <div data-testid="player">{props.children}</div>;
  },
}));
vi.mock('#/features/player/ui/reporter', () => ({
  Reporter: (props: ReporterProps) => {
    report = props;
    return null;
  },
}));

const chapters = [
  { start: 0, title: 'Warm-up' },
  { start: 90, title: 'First period' },
];

beforeEach(() => {
  shown.mockClear();
  from.mockClear();
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
});

const show = (over: Partial<Parameters<typeof VideoPlayer>[0]> = {}, bootstrap = aBootstrap()) =>
  renderScreen(
    <VideoPlayer
      video={videoDetail({ id: 7, category: { id: 2, alias: 'highlights', title: 'Highlights' } })}
      partId={11}
      url="/media/t/f1/index.m3u8"
      storyboard="/media/t/f1/storyboard.vtt"
      chapters={chapters}
      title=""
      artist=""
      poster=""
      posterSrcSet=""
      posterPlaceholder=""
      ads={undefined}
      onRenew={() => undefined}
      {...over}
    />,
    { bootstrap },
  );
const played = () => shown.mock.lastCall?.[0];

it('has the operator’s help under it, and nothing where there is none', async () => {
  const static_blocks = { player_help: '<p>Reload the page</p>' };
  const { unmount } = await show({}, aBootstrap({ static_blocks }));
  const help = document.querySelector('[data-block="player_help"]');
  expect(help).toHaveTextContent('Reload the page');
  expect(help?.compareDocumentPosition(screen.getByTestId('player'))).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  unmount();
  await show();
  expect(document.querySelector('[data-block]')).toBeNull();
});

it('plays a part, with its pictures and chapters', async () => {
  await show();
  expect(played()).toMatchObject({
    source: { item: 'v11', url: '/media/t/f1/index.m3u8', live: false },
    film: { storyboard: '/media/t/f1/storyboard.vtt', chapters },
  });
});

it('is measured as the part that plays, by which the server knows it', async () => {
  await show();
  expect(played()?.viewed).toMatchObject({ stream_id: 11, stream_type: 'vod' });
});

it('lists the chapters, says which one plays, and plays the chosen one', async () => {
  await show();
  act(() => report.onReady(from));
  const [first, second] = screen.getAllByRole('button');
  expect(first).not.toHaveAttribute('aria-current');
  act(() => report.onPosition(90));
  expect(first).not.toHaveAttribute('aria-current');
  expect(second).toHaveAttribute('aria-current', 'true');
  expect(second).toHaveTextContent('1:30First period');
  await userEvent.click(second as HTMLElement);
  expect(from).toHaveBeenCalledWith(90);
});

it('has no list where there are no chapters', async () => {
  await show({ chapters: [] });
  expect(screen.queryByRole('complementary')).toBeNull();
});
