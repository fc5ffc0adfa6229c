import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';

interface ChipProps {
  children: ReactNode;
  count?: number | undefined;
  pressed: boolean;
  onPress: () => void;
}

/** A choice that is on or off, with the number of results behind it. */
export function Chip({ children, count, pressed, onPress }: ChipProps) {
  const { i18n } = useLingui();
  return (
    <button type="button" className="chip" aria-pressed={pressed} onClick={onPress}>
      {children}
      {count !== undefined && <span className="cnt">{i18n.number(count)}</span>}
    </button>
  );
}

/** A filter that is set; pressing it removes it. */
export function RemovableChip({ label, onRemove }: { label: string; onRemove: () => void }) {
  const { t } = useLingui();
  return (
    <button type="button" className="chip chip--set" aria-label={t`Remove filter: ${label}`} onClick={onRemove}>
      {label}
      <X className="i" aria-hidden="true" />
    </button>
  );
}
