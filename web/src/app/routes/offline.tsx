import { createFileRoute } from '@tanstack/react-router';
import { OfflineScreen } from '#/features/channel/offline';

export const Route = createFileRoute('/offline')({
  staticData: { kind: 'tool', skeleton: 'offline', withoutTicker: true },
  component: OfflineScreen,
});
