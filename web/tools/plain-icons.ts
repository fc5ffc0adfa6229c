import type { Plugin } from 'vite';

/** One shape of an icon: its tag and attributes, with a key that only lists of elements need. */
type Shape = [tag: string, attributes: Record<string, string>];

const maker = new URL('./plain-icon.ts', import.meta.url).pathname;

/**
 * Makes of each icon file of lucide-react in the built app what it draws and nothing else: the names, sizes and keys beside it
 * are as long as most drawings.
 */
export function plainIcons(): Plugin {
  return {
    name: 'grandstand-plain-icons',
    apply: 'build',
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/ },
      handler(code, id) {
        if (id.endsWith('/index.mjs')) return null;
        return { code: plain(code), map: null };
      },
    },
  };
}

/** An icon file in short. Throws where it is not what it was when this was written. */
export function plain(source: string): string {
  const found = /\bnode: (\[[\s\S]*?\])(?:,\s*aliases: \[[^\]]*\])?\s*\};/.exec(source)?.[1];
  if (!found) {
    // Another name of an icon.
    if (/^export \{ default \} from /m.test(source)) return source;
    throw new Error('plain-icons.ts: lucide-react has its icons written in another way');
  }
  return `import icon from ${JSON.stringify(maker)};\nexport default icon(${JSON.stringify(shapes(found))});\n`;
}

/** Most shapes are paths: of those the line alone is left. */
function shapes(literal: string): (string | Shape)[] {
  return (JSON.parse(asJson(literal)) as Shape[]).map(([tag, attributes]) => {
    const kept = Object.entries(attributes).filter(([name]) => name !== 'key');
    const [[name, value] = []] = kept;
    return tag === 'path' && name === 'd' && value && kept.length === 1 ? value : [tag, Object.fromEntries(kept)];
  });
}

/** Lucide writes texts in double quotes and names of attributes without any. */
function asJson(literal: string): string {
  return literal.replace(/([{,]\s*)([a-zA-Z]\w*):/g, '$1"$2":');
}
