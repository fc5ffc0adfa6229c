import { useLingui } from '@lingui/react/macro';
import { LayoutGrid, Rows3, Table2 } from 'lucide-react';

export const views = ['grid', 'list', 'table'] as const;
export type View = (typeof views)[number];

export function isView(value: unknown): value is View {
  return views.some((view) => view === value);
}

const icons = { grid: LayoutGrid, list: Rows3, table: Table2 };

/** Cards, list or table. */
export function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const { t } = useLingui();
  const names = { grid: t`Cards`, list: t`List`, table: t`Table` };
  return (
    <div className="seg" role="group" aria-label={t`View`}>
      {views.map((name) => {
        const Icon = icons[name];
        return (
          <button
            key={name}
            type="button"
            aria-pressed={view === name}
            aria-label={names[name]}
            onClick={() => onChange(name)}
          >
            <Icon className="i" aria-hidden="true" />
          </button>
        );
      })}
    </div>
  );
}
