import { useLingui } from '@lingui/react/macro';
import { Lost } from '#/ui/lost';

export function NotFound() {
  const { t } = useLingui();
  return (
    <Lost
      title={t`Page not found`}
      heading={t`Looks like we lose this page`}
      ways={[
        { href: '/', text: t`Go to Home page` },
        { href: '/schedule', text: t`See the schedule` },
      ]}
    >
      {t`The link may be old, or the page has moved.`}
    </Lost>
  );
}
