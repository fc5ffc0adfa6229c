import { createFileRoute } from '@tanstack/react-router';
import { OtherDeviceScreen } from '#/features/device/other-device-screen';
import { loadTexts } from '#/lib/i18n';

export const Route = createFileRoute('/other-device')({
  staticData: { kind: 'account', skeleton: 'screen', auth: 'user', plain: true, withoutTicker: true },
  validateSearch: ({ to }: Record<string, unknown>) => ({ to }),
  loader: () => loadTexts('account'),
  component: OtherDeviceRoute,
});

function OtherDeviceRoute() {
  const { to } = Route.useSearch();
  return <OtherDeviceScreen to={to} />;
}
