import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { hasCode } from '#/api/failure';
import { beginPasskeyLogin, logInByPasskey } from '#/api/passkeys';
import { getPasskey, passkeysWork, suggestsPasskeys } from '#/lib/passkey';
import { becomeUser, recoverSession } from '#/lib/session';
import { Button } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';
import { FieldError } from '#/ui/field';

/** The log in by a passkey: a button, and suggestions at the field of the form around that has autocomplete="webauthn". */
export function PasskeyLogin() {
  const { ask, busy, error } = usePasskeyLogin();
  if (!passkeysWork()) return null;
  return (
    <>
      <Button look="line" block busy={busy} onClick={ask}>
        <KeyRound className="i" aria-hidden="true" />
        <Trans>Log in with a passkey</Trans>
      </Button>
      {error && (
        <div role="alert">
          <FieldError>{error}</FieldError>
        </div>
      )}
    </>
  );
}

function usePasskeyLogin() {
  const client = useQueryClient();
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  // A browser asks for one passkey at a time: the dialog of the button ends the suggestions.
  const asked = useRef(new AbortController());
  // A session has one challenge, the one that was made last: they are made one after another.
  const begun = useRef<Promise<unknown>>(Promise.resolve());
  const pressed = useRef(false);
  const logIn = async (suggest: boolean) => {
    asked.current.abort();
    const here = new AbortController();
    asked.current = here;
    const beginning = begun.current.then(beginPasskeyLogin, beginPasskeyLogin);
    begun.current = beginning;
    const options = await beginning;
    if (here.signal.aborted) return;
    const credential = await getPasskey(options, { suggest, signal: here.signal });
    if (credential) becomeUser(client, await logInByPasskey(credential));
  };
  const show = async (failure: unknown) => {
    if (hasCode(failure, 'already_logged_in')) await recoverSession();
    setError(failureText(failure));
  };
  const latest = useRef({ logIn, show });
  useEffect(() => {
    latest.current = { logIn, show };
  });
  useEffect(() => {
    let left = false;
    void suggestsPasskeys().then(async (does) => {
      // Suggestions that come late would end the dialog of the button.
      if (!does || left || pressed.current) return;
      try {
        await latest.current.logIn(true);
      } catch (failure) {
        // The user did not ask for suggestions; a passkey that was chosen and did not work is told.
        if (!left && hasCode(failure, 'passkey_failed')) await latest.current.show(failure);
      }
    });
    return () => {
      left = true;
      asked.current.abort();
    };
  }, []);
  const ask = async () => {
    pressed.current = true;
    setBusy(true);
    setError('');
    try {
      await logIn(false);
    } catch (failure) {
      await show(failure);
    }
    setBusy(false);
  };
  return { ask: () => void ask(), busy, error };
}
