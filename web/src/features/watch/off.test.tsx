import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { eventDetail } from '#/testing/events';
import { renderScreen } from '#/testing/render';
import { Moved } from './ui/off';

const start = Date.UTC(2026, 11, 5, 0, 30) / 1000;
const before = Date.UTC(2026, 11, 4, 0, 0) / 1000;

describe('when a game was to begin', () => {
  it.each([
    ['cancelled', null, /^It was to begin on .*December/, false],
    ['postponed', null, /^It was to begin on .*December/, false],
    ['on', before, /^It was to begin on .*December/, true],
    ['tba', before, /^It was to begin on .*December/, false],
  ] as const)('is told of one that is %s', async (schedule_status, previous, sentence, moved) => {
    const event = eventDetail({
      status: 'upcoming',
      stream_status: 'upcoming',
      schedule_status,
      event_utc_ts: start,
      previous_start_utc_ts: previous,
    });
    await renderScreen(<Moved event={event} />);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.queryByText('New time.') !== null).toBe(moved);
  });

  it.each([
    ['cancelled', { time_tba: true }, 'It was to take place on Friday, December 4.'],
    ['postponed', { time_tba: true }, 'It was to take place on Friday, December 4.'],
    ['on', { previous_tba: true }, 'It was to take place on Thursday, December 3.'],
  ] as const)('is its day alone where only that was announced: %s', async (schedule_status, over, sentence) => {
    const event = eventDetail({
      status: 'upcoming',
      stream_status: 'upcoming',
      time_zone: 'America/Toronto',
      schedule_status,
      event_utc_ts: Date.UTC(2026, 11, 4, 17) / 1000,
      previous_start_utc_ts: Date.UTC(2026, 11, 3, 17) / 1000,
      ...over,
    });
    await renderScreen(<Moved event={event} />);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.queryByText(/\d:\d\d/)).toBeNull();
  });

  it('is not told of one that was never moved', async () => {
    const event = eventDetail({ status: 'upcoming', schedule_status: 'on', previous_start_utc_ts: null });
    const { container } = await renderScreen(<Moved event={event} />);
    expect(container.textContent).toBe('');
  });
});
