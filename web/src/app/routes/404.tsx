import { createFileRoute } from '@tanstack/react-router';
import { NotFound } from '#/features/channel/not-found';

export const Route = createFileRoute('/404')({
  staticData: { kind: 'not_found', skeleton: 'message', withoutTicker: true },
  component: NotFound,
});
