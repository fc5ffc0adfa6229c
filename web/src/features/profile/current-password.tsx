import { useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { Confirmed } from '#/ui/account/confirmed';
import { OtherProofs } from '#/ui/account/other-proofs';
import type { Proof } from '#/ui/account/use-proven';
import { PasswordField } from '#/ui/field';

interface CurrentPasswordProps extends Omit<ComponentProps<typeof PasswordField>, 'label' | 'autoComplete'> {
  label?: string;
  /** What the user showed instead, which counts for some minutes. */
  proven: Proof | null;
  onProven: (proof: Proof) => void;
}

/** Asks for the current password, or for what stands for it. */
export function CurrentPassword({ proven, onProven, label, ...field }: CurrentPasswordProps) {
  const { t } = useLingui();
  if (proven) return <Confirmed by={proven} />;
  return (
    <div className="stack">
      <PasswordField {...field} label={label ?? t`Current password`} autoComplete="current-password" />
      <OtherProofs onProven={onProven} />
    </div>
  );
}
