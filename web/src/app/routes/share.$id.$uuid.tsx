import { createFileRoute } from '@tanstack/react-router';
import { loadTexts } from '#/lib/i18n';
import { ClipRoute } from '../clip-page';
import { digitsOnly } from '../digits';

/** A clip by the link that its maker sent on. */
export const Route = createFileRoute('/share/$id/$uuid')({
  staticData: { kind: 'clip', skeleton: 'player', withoutTicker: true },
  beforeLoad: digitsOnly,
  loader: () => loadTexts('clips'),
  component: SharedClip,
});

function SharedClip() {
  const { id, uuid } = Route.useParams();
  return <ClipRoute id={id} uuid={uuid} />;
}
