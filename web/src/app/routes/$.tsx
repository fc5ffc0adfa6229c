import { createFileRoute, redirect } from '@tanstack/react-router';
import { ChannelPage } from '#/features/pages/channel-page';
import { loadPage } from '#/features/pages/load-page';

/** The pages of the channel, by their url or alternative name; any other path is unknown. */
export const Route = createFileRoute('/$')({
  staticData: { kind: 'page', skeleton: 'text' },
  loader: async ({ params, context }) => {
    const id = await loadPage(context.client, params._splat ?? '');
    if (id === null) throw redirect({ to: '/404', replace: true });
    return id;
  },
  component: PageRoute,
});

function PageRoute() {
  return <ChannelPage id={Route.useLoaderData()} />;
}
