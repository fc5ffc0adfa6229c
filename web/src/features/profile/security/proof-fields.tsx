import { useLingui } from '@lingui/react/macro';
import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { Confirmed } from '#/ui/account/confirmed';
import { OtherProofs } from '#/ui/account/other-proofs';
import { PasskeyInstead } from '#/ui/account/passkey-instead';
import { type Proof, type Proven, useProven } from '#/ui/account/use-proven';
import { PasswordField, TextField } from '#/ui/field';

/** What a user has to show again before a change of their account. */
export interface Asks {
  password: boolean;
  code: boolean;
}

/** The fields of a form in which users show again who they are. */
export interface ProofForm {
  password: string;
  code: string;
}

interface ProofFieldsProps {
  asks: Asks;
  errors: FieldErrors<ProofForm>;
  register: UseFormRegister<ProofForm>;
  /** What the user showed instead. */
  proven: Proof | null;
  onProven: (proof: Proof) => void;
}

/** What a form still has to ask for. A passkey stands for the password and the code, a code by mail for the password. */
export function useAsks(all: Asks): Proven & { asks: Asks } {
  const state = useProven();
  const asks = { password: all.password && !state.proven, code: all.code && state.proven !== 'passkey' };
  return { asks, ...state };
}

/** Asks for the password and the code that are needed. The first field has the focus. */
export function ProofFields({ asks, errors, register, proven, onProven }: ProofFieldsProps) {
  const { t } = useLingui();
  const required = t`Field is required`;
  return (
    <>
      {asks.password && (
        <PasswordField
          label={t`Your password`}
          autoComplete="current-password"
          autoFocus
          error={errors.password?.message}
          {...register('password', { required })}
        />
      )}
      {proven && <Confirmed by={proven} />}
      {asks.code && (
        <TextField
          label={t`Code from the app`}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          autoFocus={!asks.password}
          error={errors.code?.message}
          {...register('code', { required })}
        />
      )}
      {asks.password && <OtherProofs onProven={onProven} />}
      {!asks.password && asks.code && <PasskeyInstead onProven={() => onProven('passkey')} />}
    </>
  );
}

/** What of a form is sent: only what was asked for. */
export const proofOf = (asks: Asks, { password, code }: ProofForm) => ({
  ...(asks.password && { password }),
  ...(asks.code && { code }),
});
