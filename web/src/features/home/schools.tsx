import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { type CSSProperties, useState } from 'react';
import type { ParticipantGroup } from '#/api/types';
import { safeColour } from '#/entities/colour';
import { Crest } from '#/ui/crest';
import { Section } from '#/ui/rail';

const firstShown = 8;

/** The channel's schools, each leading to its own home. */
export function Schools({ schools }: { schools: readonly ParticipantGroup[] }) {
  const { t } = useLingui();
  const [all, setAll] = useState(false);
  const count = schools.length;
  if (count === 0) return null;
  return (
    <Section
      title={<Trans>Schools</Trans>}
      more={
        count > firstShown && (
          <button type="button" className="more__b" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t`Show fewer` : t`All ${count} schools`}
          </button>
        )
      }
    >
      <ul className="schools">
        {(all ? schools : schools.slice(0, firstShown)).map((school) => (
          <li key={school.id} className="school" style={{ '--c': safeColour(school.color) } as CSSProperties}>
            <Crest of={school} />
            <Link className="card__hit" to="/" search={{ school: school.alias }}>
              <b>{school.short_name || school.name}</b>
              <span>{[school.city, school.state].filter(Boolean).join(', ')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
