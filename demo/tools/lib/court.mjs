// Court lines per sport, 200 by 200, drawn as strokes. The same lines as the
// sport tiles of the design.
export const court = {
  hockey: '<rect x="20" y="8" width="160" height="184" rx="46"/><path d="M20 100h160M20 68h160M20 132h160M32 34h136M32 166h136"/><circle cx="100" cy="100" r="22"/><circle cx="60" cy="48" r="15"/><circle cx="140" cy="48" r="15"/><circle cx="60" cy="152" r="15"/><circle cx="140" cy="152" r="15"/><path d="M88 34a12 12 0 0 0 24 0M88 166a12 12 0 0 1 24 0"/>',
  basketball: '<rect x="24" y="8" width="152" height="184"/><path d="M24 100h152M76 8v58h48V8M76 192v-58h48v58M44 8v20a56 52 0 0 0 112 0V8M44 192v-20a56 52 0 0 1 112 0v20"/><circle cx="100" cy="100" r="20"/><circle cx="100" cy="66" r="20"/><circle cx="100" cy="134" r="20"/>',
  volleyball: '<rect x="44" y="16" width="112" height="168"/><path d="M30 100h140M44 72h112M44 128h112"/><path d="M30 96h140v8H30z"/>',
  soccer: '<rect x="22" y="8" width="156" height="184"/><path d="M22 100h156M58 8v34h84V8M58 192v-34h84v34M80 8v12h40V8M80 192v-12h40v12M82 42a22 18 0 0 0 36 0M82 158a22 18 0 0 1 36 0"/><circle cx="100" cy="100" r="26"/>',
  football: '<rect x="30" y="4" width="140" height="192"/><path d="M30 28h140M30 44h140M30 60h140M30 76h140M30 92h140M30 108h140M30 124h140M30 140h140M30 156h140M30 172h140"/><path d="M80 28v144M120 28v144" stroke-dasharray="2 6"/>',
  rugby: '<rect x="26" y="6" width="148" height="188"/><path d="M26 100h148M26 28h148M26 172h148M26 58h148M26 142h148"/><path d="M26 84h148M26 116h148" stroke-dasharray="8 6"/><path d="M86 28V4M114 28V4M86 16h28M86 172v24M114 172v24M86 184h28"/>',
};

/** A sport's tile picture: its colour and its lines. */
export function tile(key, colour) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><path fill="${colour}" d="M0 0h200v200H0z"/><g fill="none" stroke="#fff" stroke-width="1.6" opacity=".62">${court[key]}</g></svg>\n`;
}
