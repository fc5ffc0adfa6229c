import { useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import type { Option } from './labels';

/** So many choices are read at a glance; more get a field to look for one. */
const glance = 10;

export interface ChoiceSection {
  key: string;
  title: string;
  options: Option[];
  chosen: readonly string[];
  onToggle: (value: string) => void;
}

/** Choices with the number of events behind each, in one or more named sections. */
export function ChoiceList({ sections }: { sections: readonly ChoiceSection[] }) {
  const { t } = useLingui();
  const [wanted, setWanted] = useState('');
  const many = sections.reduce((sum, section) => sum + section.options.length, 0) > glance;
  return (
    <>
      {many && (
        <input
          className="in"
          type="search"
          aria-label={t`Find an option`}
          placeholder={t`Find an option`}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      )}
      {sections.map((section) => (
        <ChoiceGroup key={section.key} section={section} wanted={plain(wanted)} named={sections.length > 1} />
      ))}
    </>
  );
}

function ChoiceGroup({ section, wanted, named }: { section: ChoiceSection; wanted: string; named: boolean }) {
  const { i18n } = useLingui();
  const heading = useId();
  const shown = section.options.filter((option) => plain(option.title).includes(wanted));
  if (shown.length === 0) return null;
  return (
    <fieldset aria-labelledby={named ? heading : undefined}>
      {named && (
        <h3 className="label" id={heading}>
          {section.title}
        </h3>
      )}
      {shown.map((option) => (
        <label key={option.value} className="ck ck--count">
          <input
            type="checkbox"
            checked={section.chosen.includes(option.value)}
            onChange={() => section.onToggle(option.value)}
          />
          <span>{option.title}</span>
          {option.count !== undefined && <span className="cnt">{i18n.number(option.count)}</span>}
        </label>
      ))}
    </fieldset>
  );
}

/** Without accents and case, so that "quebec" finds "Québec". */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
