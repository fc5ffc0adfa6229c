import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { type DatePreset, dayText, presetDays } from '#/entities/day-range';
import type { EventSearch } from '#/entities/event-search';
import { viewerZone } from '#/entities/zones';
import { Chip } from '#/ui/chip';
import { useNow } from '#/ui/use-now';
import { useFilterLabels } from './labels';

type Dates = Pick<EventSearch, 'start_date' | 'end_date'>;

const ahead: readonly DatePreset[] = ['today', 'tomorrow', 'weekend', 'week'];
const back: readonly DatePreset[] = ['today', 'last_week', 'last_month'];

/** Names of the presets, and the sentence for whatever dates are set. */
export function useDateLabels() {
  const { t } = useLingui();
  const { lang } = useFilterLabels();
  const now = useNow();
  const zone = viewerZone();
  const presets: Record<DatePreset, string> = {
    today: t`Today`,
    tomorrow: t`Tomorrow`,
    weekend: t`This weekend`,
    week: t`Next 7 days`,
    last_week: t`Last 7 days`,
    last_month: t`Last 30 days`,
  };
  const days = (preset: DatePreset) => presetDays(preset, zone, now);
  const is = (preset: DatePreset, { start_date, end_date }: Dates) => {
    const { from, to } = days(preset);
    return start_date === from && end_date === to;
  };
  const text = (dates: Dates, offered: readonly DatePreset[]) => {
    const preset = offered.find((one) => is(one, dates));
    if (preset) return presets[preset];
    const [from, to] = [dates.start_date, dates.end_date].map((day) => (day ? dayText(day, lang, now) : ''));
    if (from && to) return from === to ? from : t`${from} to ${to}`;
    return from ? t`From ${from}` : t`Until ${to}`;
  };
  return { presets, days, is, text };
}

export function datePresets(past: boolean): readonly DatePreset[] {
  return past ? back : ahead;
}

/** Days to choose: names for the usual ones, two fields for any. */
export function DateChoice({
  dates,
  past,
  onChange,
}: {
  dates: Dates;
  past: boolean;
  onChange: (dates: Dates) => void;
}) {
  const { t } = useLingui();
  const { presets, days, is } = useDateLabels();
  const choose = (preset: DatePreset) => {
    const { from, to } = days(preset);
    onChange(is(preset, dates) ? {} : { start_date: from, end_date: to });
  };
  const set = (name: keyof Dates, value: string) => {
    const { [name]: _, ...other } = dates;
    onChange(value ? { ...other, [name]: value } : other);
  };
  return (
    <>
      <div className="chips">
        {datePresets(past).map((preset) => (
          <Chip key={preset} pressed={is(preset, dates)} onPress={() => choose(preset)}>
            {presets[preset]}
          </Chip>
        ))}
      </div>
      <div className="dates">
        <DayField
          label={t`From`}
          value={dates.start_date}
          max={dates.end_date}
          onChange={(day) => set('start_date', day)}
        />
        <DayField
          label={t`To`}
          value={dates.end_date}
          min={dates.start_date}
          onChange={(day) => set('end_date', day)}
        />
      </div>
    </>
  );
}

interface DayFieldProps {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string) => void;
}

function DayField({ label, value = '', min, max, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        className="in"
        id={id}
        type="date"
        value={value}
        min={min}
        max={max}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
