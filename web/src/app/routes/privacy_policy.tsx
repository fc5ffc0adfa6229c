import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '#/features/pages/legal-page';
import { loadPage } from '#/features/pages/load-page';

export const Route = createFileRoute('/privacy_policy')({
  staticData: { kind: 'page', skeleton: 'text' },
  loader: ({ context }) => loadPage(context.client, 'privacy_policy'),
  component: PrivacyRoute,
});

function PrivacyRoute() {
  return <LegalPage id={Route.useLoaderData()} topic="privacy" />;
}
