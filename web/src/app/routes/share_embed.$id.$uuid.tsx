import { createFileRoute } from '@tanstack/react-router';
import { loadTexts } from '#/lib/i18n';
import { ClipEmbedRoute } from '../clip-page';
import { digitsOnly } from '../digits';

/** A clip's player without anything around it: what the cards of messengers and social networks play. */
export const Route = createFileRoute('/share_embed/$id/$uuid')({
  staticData: { kind: 'clip_embed', skeleton: 'frame', plain: true },
  beforeLoad: digitsOnly,
  loader: () => loadTexts('clips'),
  component: EmbeddedClip,
});

function EmbeddedClip() {
  const { id, uuid } = Route.useParams();
  return <ClipEmbedRoute id={id} uuid={uuid} />;
}
