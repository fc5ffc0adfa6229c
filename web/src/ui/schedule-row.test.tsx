import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { EventSummary } from '#/api/types';
import { event } from '#/testing/events';
import { renderScreen } from '#/testing/render';
import { ScheduleRow } from './schedule-row';

const inDays = (days: number) => Math.floor(Date.now() / 1000) + days * 86_400;
const show = (over: Partial<EventSummary>, withDay: boolean) =>
  renderScreen(
    <ul>
      <ScheduleRow event={event(over)} withDay={withDay} />
    </ul>,
  );
const timeColumn = (container: HTMLElement) => container.querySelector('.row__t')?.textContent;

describe('the time of a schedule row', () => {
  const past = { event_utc_ts: Date.UTC(2020, 10, 21, 17) / 1000 };

  it('under a heading with the day: the time alone', async () => {
    const { container } = await show(past, false);
    expect(timeColumn(container)).not.toContain('Nov.');
  });

  it('in a list that is not grouped by day: the day too', async () => {
    const { container } = await show(past, true);
    expect(timeColumn(container)).toMatch(/^Nov\. 21, 2020\d+:\d\d\s[AP]M/);
  });

  it('names a near day as people do', async () => {
    await show({ event_utc_ts: inDays(3) }, true);
    expect(screen.getByText(/^(Sun|Mon|Tue|Wed|Thu|Fri|Sat)\. \d+$/)).toBeVisible();
  });

  it('names the day once where there is no time', async () => {
    const { container } = await show({ ...past, time_tba: true }, true);
    expect(timeColumn(container)?.match(/Nov\. 21/g)).toHaveLength(1);
  });

  it('names the day of a cancelled game', async () => {
    const { container } = await show({ ...past, schedule_status: 'cancelled' }, true);
    expect(timeColumn(container)).toMatch(/^Nov\. 21, 2020Cancelled/);
  });
});
