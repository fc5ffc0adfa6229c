import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Bell, BellRing } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Reminded, remindersQuery, setReminder } from '#/api/reminders';
import type { Reminders } from '#/api/types';
import { useUser } from '#/lib/session';
import { announce } from './announcer';
import { useFailureText } from './failure-text';
import { showToast } from './toast';

interface RemindButtonProps {
  /** One event, or every event of a team. */
  of: Reminded;
  id: number;
  /** Of whom or what, for people who do not see what the bell stands beside. */
  name: string;
  className: string;
  /** Words beside the bell. */
  children?: ReactNode;
}

/** A bell that has letters written before something begins. Visitors are asked to log in first. */
export function RemindButton({ of, id, name, className, children }: RemindButtonProps) {
  const { t } = useLingui();
  const { on, press } = useReminder(of, id);
  const Icon = on ? BellRing : Bell;
  return (
    <button
      type="button"
      className={`${className} star`}
      aria-pressed={on}
      aria-label={t`Remind me: ${name}`}
      title={children ? undefined : t`Remind me of every game`}
      // The second press of a double one would take back the first.
      onClick={({ detail }) => void (detail < 2 && press())}
    >
      <Icon className="i" aria-hidden="true" />
      {children}
    </button>
  );
}

function useReminder(of: Reminded, id: number) {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const failureText = useFailureText();
  const user = useUser();
  const [busy, setBusy] = useState(false);
  const { data } = useQuery({ ...remindersQuery(), enabled: user !== null });
  const on = user !== null && Boolean(data?.[of].includes(id));
  const { queryKey } = remindersQuery();

  const press = async () => {
    if (!user) {
      await navigate({ to: '.', search: ((old: object) => ({ ...old, modal: 'login' })) as never, resetScroll: false });
      return;
    }
    if (busy || !data) return;
    setBusy(true);
    client.setQueryData<Reminders>(queryKey, withReminder(data, of, id, !on));
    try {
      client.setQueryData<Reminders>(queryKey, await setReminder(of, id, !on));
      if (on) announce(t`No reminder any more`);
      else void showToast(t`You will be reminded by email.`, { type: 'success', id: 'reminder' });
    } catch (error) {
      client.setQueryData<Reminders>(queryKey, data);
      void showToast(failureText(error), { type: 'error', id: 'reminder' });
    } finally {
      setBusy(false);
    }
  };
  return { on, press };
}

function withReminder(all: Reminders, of: Reminded, id: number, on: boolean): Reminders {
  const others = all[of].filter((one) => one !== id);
  return { ...all, [of]: on ? [...others, id] : others };
}
