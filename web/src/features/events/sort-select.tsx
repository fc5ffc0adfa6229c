import { useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import type { ListOrder } from '#/entities/event-filters';

type Choice = `${ListOrder['field']} ${ListOrder['direction']}`;

/** The order of the list, for views without column heads. */
export function SortSelect({ order, onChange }: { order: ListOrder; onChange: (order: ListOrder) => void }) {
  const { t } = useLingui();
  const names: [Choice, string][] = [
    ['date asc', t`Oldest first`],
    ['date desc', t`Newest first`],
    ['name asc', t`Name, A to Z`],
    ['name desc', t`Name, Z to A`],
    ['price asc', t`Lowest price first`],
    ['price desc', t`Highest price first`],
  ];
  return (
    <span className="sort">
      <select
        className="chip"
        aria-label={t`Sort by`}
        value={`${order.field} ${order.direction}`}
        onChange={(event) => {
          const [field, direction] = event.target.value.split(' ') as [ListOrder['field'], ListOrder['direction']];
          onChange({ field, direction });
        }}
      >
        {names.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown className="i i-16" aria-hidden="true" />
    </span>
  );
}
