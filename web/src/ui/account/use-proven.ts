import { useState } from 'react';
import { refusesField } from '../form-errors';

/** What a user showed in place of the password. A passkey stands for a code of the authenticator app, too. */
export type Proof = 'passkey' | 'mail';

const asked = ['current_password', 'password', 'code'];

export interface Proven {
  /** What the user showed: the form asks for no password. */
  proven: Proof | null;
  onProven: (proof: Proof) => void;
  /** Takes why the server refused the form. A proof counts for some minutes: after that the form asks again. */
  onRefused: (error: unknown) => void;
}

/** What the user of a form showed in place of the password. `fields` are those in which the form asks for proofs. */
export function useProven(fields: readonly string[] = asked): Proven {
  const [proven, setProven] = useState<Proof | null>(null);
  const replaced = proven === 'mail' ? fields.filter((field) => field !== 'code') : fields;
  return {
    proven,
    onProven: setProven,
    onRefused: (error) => {
      if (refusesField(error, replaced)) setProven(null);
    },
  };
}
