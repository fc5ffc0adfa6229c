import { useSuspenseQuery } from '@tanstack/react-query';
import { pageQuery } from '#/api/queries';
import { useTitle } from '#/lib/channel';
import './prose.css';

/** A page the operator wrote. Its HTML is sanitised by the server. */
export function ChannelPage({ id }: { id: number }) {
  const { data: page } = useSuspenseQuery(pageQuery(id));
  useTitle(page.name);
  return (
    <article className="wrap page prose" data-page-id={page.id}>
      <h1>{page.name}</h1>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server when it is written and read */}
      <div dangerouslySetInnerHTML={{ __html: page.content }} />
    </article>
  );
}
