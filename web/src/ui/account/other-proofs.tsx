import { MailedCode } from './mailed-code';
import { PasskeyInstead } from './passkey-instead';
import type { Proof } from './use-proven';

/** The ways to confirm a change without the password. */
export function OtherProofs({ onProven }: { onProven: (proof: Proof) => void }) {
  return (
    <>
      <PasskeyInstead onProven={() => onProven('passkey')} />
      <MailedCode onProven={() => onProven('mail')} />
    </>
  );
}
