import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Bell, BellRing } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Reminded, remindersQuery } from '#/api/reminders';
import { useUser } from '#/lib/session';

/** No page waits for what only a press needs. */
const loadSend = () => import('./send-reminder');

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

/** A bell that has letters written before something begins. Visitors log in first, and are reminded then. */
export function RemindButton(props: RemindButtonProps) {
  return useUser() ? <UsersBell {...props} /> : <VisitorsBell {...props} />;
}

function UsersBell(props: RemindButtonProps) {
  const { of, id } = props;
  const client = useQueryClient();
  const { data: kept = false } = useQuery({ ...remindersQuery(), select: (all) => all[of].includes(id) });
  const [wish, setWish] = useState<boolean | null>(null);
  const press = async () => {
    if (wish !== null) return;
    setWish(!kept);
    try {
      const { sendReminder } = await loadSend();
      await sendReminder(client, of, id, !kept);
    } finally {
      setWish(null);
    }
  };
  return <PlainBell {...props} on={wish ?? kept} onPress={() => void press()} />;
}

function VisitorsBell(props: RemindButtonProps) {
  const { of, id } = props;
  const client = useQueryClient();
  const navigate = useNavigate();
  const press = async () => {
    const [{ remindOnceLoggedIn }] = await Promise.all([
      loadSend(),
      navigate({ to: '.', search: ((old: object) => ({ ...old, modal: 'login' })) as never, resetScroll: false }),
    ]);
    remindOnceLoggedIn(client, of, id);
  };
  return <PlainBell {...props} on={false} onPress={() => void press()} />;
}

interface PlainBellProps extends RemindButtonProps {
  on: boolean;
  onPress: () => void;
}

function PlainBell({ of, name, className, children, on, onPress }: PlainBellProps) {
  const { t } = useLingui();
  const Icon = on ? BellRing : Bell;
  const onPicture = className.startsWith('fav');
  const bell = <Icon className="i" aria-hidden="true" />;
  return (
    <button
      type="button"
      className={onPicture ? className : `${className} star`}
      aria-pressed={on}
      aria-label={t`Remind me: ${name}`}
      title={children ? undefined : of === 'events' ? t`Remind me` : t`Remind me about every game`}
      // The second press of a double one would take back the first.
      onClick={({ detail }) => detail < 2 && onPress()}
    >
      {onPicture ? <span>{bell}</span> : bell}
      {children}
    </button>
  );
}
