import type { Messages } from '@lingui/core';
import type { Plugin } from 'vite';
import { usualWords } from '../src/lib/usual-words.ts';
import { dependsOnWords, inWords } from '../src/lib/words.ts';

/**
 * Splits each catalogue, after Lingui has compiled it, by who needs what: `events.po` is all of it in the usual words,
 * as small as if there were no others; `events.po?lingui` holds those messages alone that depend on a channel's words,
 * still open, for channels that have some.
 */
export function channelWords(): Plugin {
  return {
    name: 'grandstand-channel-words',
    transform: {
      filter: { id: /\.po(\?lingui)?$/ },
      async handler(source, id) {
        const messages = await compiled(source);
        const kept = id.endsWith('?lingui') ? onlyOpen(messages) : whole(inWords(messages, usualWords));
        // As Lingui does: browsers parse JSON faster than code.
        const code = `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(kept))});`;
        return { code, map: null, moduleType: 'js' };
      },
    },
  };
}

/** The catalogue in a module that Lingui has written: it imports nothing. */
async function compiled(code: string): Promise<Messages> {
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { messages: Messages };
  return module.messages;
}

/** Messages with texts that follow each other in one piece, as Lingui has them where there was nothing to choose. */
function whole(messages: Messages): Messages {
  const join = (parts: unknown[], part: unknown) =>
    typeof part === 'string' && typeof parts.at(-1) === 'string'
      ? [...parts.slice(0, -1), `${parts.at(-1) as string}${part}`]
      : [...parts, part];
  return Object.fromEntries(
    Object.entries(messages).map(([id, message]) => [
      id,
      typeof message === 'string' ? message : ((message as unknown[]).reduce(join, []) as Messages[string]),
    ]),
  );
}

function onlyOpen(messages: Messages): Messages {
  return Object.fromEntries(Object.entries(messages).filter(([, message]) => dependsOnWords(message)));
}
