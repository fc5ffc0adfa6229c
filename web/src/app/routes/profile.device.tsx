import { createFileRoute } from '@tanstack/react-router';
import { codeIn } from '#/entities/device-code';
import { LinkDeviceScreen } from '#/features/profile/security/link-device-screen';
import { loadTexts } from '#/lib/i18n';

/** Links a TV by the code that it shows, also on channels whose users link devices on another site. */
export const Route = createFileRoute('/profile/device')({
  staticData: { kind: 'account', skeleton: 'account', auth: 'user', withoutTicker: true },
  validateSearch: codeIn,
  loader: () => loadTexts('account'),
  component: LinkDeviceRoute,
});

function LinkDeviceRoute() {
  const { code = '' } = Route.useSearch();
  return <LinkDeviceScreen key={code} code={code} />;
}
