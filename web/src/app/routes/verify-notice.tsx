import { createFileRoute } from '@tanstack/react-router';
import { VerifyNoticeScreen } from '#/features/auth/verify-notice-screen';

export const Route = createFileRoute('/verify-notice')({
  staticData: { kind: 'account', withoutTicker: true },
  component: VerifyNoticeScreen,
});
