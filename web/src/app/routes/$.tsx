import { createFileRoute, redirect } from '@tanstack/react-router';
import { bootstrapQuery, pageQuery } from '#/api/queries';
import { findPage } from '#/entities/page';
import { ChannelPage } from '#/features/pages/channel-page';

/** The pages of the channel, by their url or alternative name; any other path is unknown. */
export const Route = createFileRoute('/$')({
  staticData: { kind: 'page' },
  loader: async ({ params, context }) => {
    const { pages } = await context.client.ensureQueryData(bootstrapQuery());
    const page = findPage(pages, params._splat ?? '');
    if (!page) throw redirect({ to: '/404', replace: true });
    await context.client.ensureQueryData(pageQuery(page.id));
    return { id: page.id };
  },
  component: PageRoute,
});

function PageRoute() {
  return <ChannelPage id={Route.useLoaderData().id} />;
}
