import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { finishConnect, identitiesQuery } from '#/api/ways';
import { forgetConnection, useConnection } from '#/lib/connection';
import { renew } from '#/lib/renew';
import { useFailureText } from '#/ui/failure-text';
import { showToast } from '#/ui/toast';
import { providerNames } from './provider-names';

/** Finishes what a user comes back from a provider with, and tells how that goes. */
export function useFinishedConnection(): { finishing: boolean; problem: string } {
  const { t } = useLingui();
  const client = useQueryClient();
  const failureText = useFailureText();
  const reasonText = useReasonText();
  const connection = useConnection();
  const [finishing, setFinishing] = useState(false);
  const [problem, setProblem] = useState('');
  const begun = useRef(false);
  useEffect(() => {
    if (!connection || begun.current) return;
    begun.current = true; // what one comes back with is good once
    forgetConnection();
    const finish = async () => {
      if ('reason' in connection) return setProblem(reasonText(connection.reason));
      const { provider, ticket } = connection;
      const name = providerNames[provider];
      setFinishing(true);
      try {
        await finishConnect(provider, ticket);
        await renew(client, { queryKey: identitiesQuery().queryKey });
        void showToast(t`${name} is connected.`, { type: 'success' });
      } catch (error) {
        setProblem(failureText(error));
      }
      setFinishing(false);
    };
    void finish();
  }, [connection, client, failureText, reasonText, t]);
  return { finishing, problem };
}

function useReasonText(): (reason: string) => string {
  const { t } = useLingui();
  return (reason) => {
    if (reason === 'cancelled') return t`You did not finish logging in there, so nothing was connected.`;
    if (reason === 'state_expired') return t`That took too long or was already done. Please start again.`;
    if (reason === 'state_missing' || reason === 'state_mismatch')
      return t`That wasn’t started in this browser, so nothing was connected. Please start again and allow cookies for this site.`;
    return t`That service could not confirm who you are, so nothing was connected. Please start again.`;
  };
}
