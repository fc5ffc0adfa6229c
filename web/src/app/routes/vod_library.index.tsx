import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { videoRailsQuery } from '#/api/queries';
import { librarySearch } from '#/entities/video-search';
import { LibraryScreen } from '#/features/vod/ui/library-screen';

export const Route = createFileRoute('/vod_library/')({
  validateSearch: librarySearch,
  staticData: { kind: 'vod_library', skeleton: 'cards' },
  loader: ({ context }) => {
    void context.client.prefetchQuery(videoRailsQuery());
  },
  component: LibraryRoute,
});

function LibraryRoute() {
  const navigate = useNavigate();
  return (
    <LibraryScreen
      search={Route.useSearch()}
      // Typing is one step for the back button, not one per letter.
      onSearch={(search) => void navigate({ to: '/vod_library', search, replace: true, resetScroll: false })}
    />
  );
}
