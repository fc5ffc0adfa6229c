import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '#/features/pages/legal-page';
import { loadPage } from '#/features/pages/load-page';

export const Route = createFileRoute('/about')({
  staticData: { kind: 'page', skeleton: 'text' },
  loader: ({ context }) => loadPage(context.client, 'about'),
  component: AboutRoute,
});

function AboutRoute() {
  return <LegalPage id={Route.useLoaderData()} topic="about" />;
}
