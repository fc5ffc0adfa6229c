import { createFileRoute } from '@tanstack/react-router';
import { VerifyNoticeScreen } from '#/features/auth/verify-notice-screen';
import { loadTexts } from '#/lib/i18n';

export const Route = createFileRoute('/verify-notice')({
  staticData: { kind: 'account', skeleton: 'notice', withoutTicker: true },
  loader: () => loadTexts('account'),
  component: VerifyNoticeScreen,
});
