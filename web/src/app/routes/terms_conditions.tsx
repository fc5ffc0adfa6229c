import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '#/features/pages/legal-page';
import { loadPage } from '#/features/pages/load-page';

export const Route = createFileRoute('/terms_conditions')({
  staticData: { kind: 'page', skeleton: 'text' },
  loader: ({ context }) => loadPage(context.client, 'terms_conditions'),
  component: TermsRoute,
});

function TermsRoute() {
  return <LegalPage id={Route.useLoaderData()} topic="terms" />;
}
