import { createFileRoute } from '@tanstack/react-router';
import { codeIn } from '#/entities/device-code';
import { LinkDeviceScreen } from '#/features/profile/security/link-device-screen';
import { loadTexts } from '#/lib/i18n';
import { linkElsewhere } from '../link-elsewhere';

/** Where the code of a TV is entered. */
export const Route = createFileRoute('/profile/device')({
  staticData: { kind: 'account', skeleton: 'account', auth: 'user', withoutTicker: true },
  validateSearch: codeIn,
  beforeLoad: async ({ context, search, cause, abortController }) => {
    if (cause !== 'preload') await linkElsewhere(context.client, abortController.signal, search.code);
  },
  loader: () => loadTexts('account'),
  component: LinkDeviceRoute,
});

function LinkDeviceRoute() {
  const { code = '' } = Route.useSearch();
  return <LinkDeviceScreen key={code} code={code} />;
}
