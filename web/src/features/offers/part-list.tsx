import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import type { ParticipantGroup, Product } from '#/api/types';
import type { Choosable } from '#/entities/choice';
import { Crest } from '#/ui/crest';
import { Option } from '#/ui/option';
import { Tag } from '#/ui/tag';

interface PartListProps {
  product: Product;
  parts: readonly Choosable[];
  chosen: Choosable | undefined;
  schools: readonly ParticipantGroup[];
  onChoose: (id: number) => void;
}

/** The part of a product that is bought: a sport, or a team of a school. */
export function PartList({ product, parts, chosen, schools, onChoose }: PartListProps) {
  const name = useId();
  const { playing, school, setSchool } = useSchool(parts, chosen, schools);
  const shown = playing.length > 1 ? parts.filter(({ team }) => team?.participant_group_id === school) : parts;
  return (
    <fieldset className="options">
      <legend className="options__l">
        {product.choice === 'participant' ? <Trans>Which team?</Trans> : <Trans>Which sport?</Trans>}
      </legend>
      {playing.length > 1 && <SchoolSelect schools={playing} school={school} onSchool={setSchool} />}
      <div className="options__g options__g--parts">
        {shown.map((part) => (
          <Part key={part.id} name={name} part={part} checked={part.id === chosen?.id} onChoose={onChoose} />
        ))}
      </div>
    </fieldset>
  );
}

/** Teams are many, so they are looked for by their school: that of the chosen one, until another is picked. */
function useSchool(
  parts: readonly Choosable[],
  chosen: Choosable | undefined,
  schools: readonly ParticipantGroup[],
): { playing: ParticipantGroup[]; school: number | undefined; setSchool: (id: number) => void } {
  const [picked, setPicked] = useState<number>();
  const ids = new Set(parts.map(({ team }) => team?.participant_group_id));
  const playing = schools.filter(({ id }) => ids.has(id));
  return { playing, school: picked ?? chosen?.team?.participant_group_id ?? playing[0]?.id, setSchool: setPicked };
}

interface SchoolSelectProps {
  schools: readonly ParticipantGroup[];
  school: number | undefined;
  onSchool: (id: number) => void;
}

function SchoolSelect({ schools, school, onSchool }: SchoolSelectProps) {
  return (
    <label className="field options__s">
      <span className="label">
        <Trans>School</Trans>
      </span>
      <select className="in" value={school} onChange={(event) => onSchool(Number(event.target.value))}>
        {schools.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
    </label>
  );
}

interface PartProps {
  name: string;
  part: Choosable;
  checked: boolean;
  onChoose: (id: number) => void;
}

function Part({ name, part, checked, onChoose }: PartProps) {
  const { t } = useLingui();
  return (
    <Option
      small
      name={name}
      checked={checked}
      disabled={part.taken || part.onHold}
      onChange={() => onChoose(part.id)}
      mark={part.team && <Crest of={part.team} />}
      title={part.name}
      about={part.about}
      end={part.taken ? <Tag tone="own">{t`Yours`}</Tag> : part.onHold && <Tag tone="warn">{t`On hold`}</Tag>}
    />
  );
}
