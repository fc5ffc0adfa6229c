import { Trans, useLingui } from '@lingui/react/macro';
import { User } from 'lucide-react';
import { Suspense } from 'react';
import { lazy } from '#/lib/lazy';
import { useUser } from '#/lib/session';
import { buttonClass } from '#/ui/button';
import { AppLink } from '#/ui/link';

const UserMenu = lazy(async () => ({ default: (await import('./user-menu')).UserMenu }));

export function AccountMenu() {
  const user = useUser();
  if (!user) return <LogInLink />;
  return (
    <Suspense fallback={<span className="ib" />}>
      <UserMenu user={user} />
    </Suspense>
  );
}

function LogInLink() {
  const { t } = useLingui();
  return (
    <>
      <AppLink className={`${buttonClass('primary', 'sm')} btn--shell hide-s`} href="/login">
        <Trans>Log in</Trans>
      </AppLink>
      <AppLink className="ib only-phone" href="/login" aria-label={t`Log in`}>
        <span className="avatar">
          <User className="i" aria-hidden="true" />
        </span>
      </AppLink>
    </>
  );
}
