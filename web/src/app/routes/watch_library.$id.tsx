import { createFileRoute } from '@tanstack/react-router';
import { loadTexts } from '#/lib/i18n';
import { ClipRoute } from '../clip-page';
import { digitsOnly } from '../digits';

/** One of the user's clips, or one of the channel's. */
export const Route = createFileRoute('/watch_library/$id')({
  staticData: { kind: 'clip', skeleton: 'player', withoutTicker: true },
  beforeLoad: digitsOnly,
  loader: () => loadTexts('clips'),
  component: OwnClip,
});

function OwnClip() {
  const { id } = Route.useParams();
  return <ClipRoute id={id} />;
}
