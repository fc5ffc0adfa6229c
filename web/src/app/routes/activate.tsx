import { createFileRoute } from '@tanstack/react-router';
import { ActivateScreen } from '#/features/device/activate-screen';
import { loadTexts } from '#/lib/i18n';

export const Route = createFileRoute('/activate')({
  staticData: { kind: 'account', skeleton: 'screen', plain: true, withoutTicker: true },
  loader: () => loadTexts('account'),
  component: ActivateScreen,
});
