/** Court lines of a sport, drawn where there is no picture. Paths and figures live in a 200 x 200 box, seen from above. */
export interface Court {
  kind: CourtKind;
  /** SVG path data; every figure of the court is one subpath. */
  lines: string;
  /** Dashed parts, where the sport has them. */
  dashes: string;
}

export type CourtKind =
  | 'rink'
  | 'basketball'
  | 'volleyball'
  | 'pitch'
  | 'gridiron'
  | 'rugby'
  | 'diamond'
  | 'ring'
  | 'cage'
  | 'tennis'
  | 'track'
  | 'field';

/** A circle as path data, so that a court is one path element. */
function circle(cx: number, cy: number, r: number): string {
  return `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0`;
}

const LINES: Record<CourtKind, string> = {
  rink: `M66 8h68a46 46 0 0 1 46 46v92a46 46 0 0 1-46 46H66a46 46 0 0 1-46-46V54A46 46 0 0 1 66 8ZM20 100h160M20 68h160M20 132h160M32 34h136M32 166h136M88 34a12 12 0 0 0 24 0M88 166a12 12 0 0 1 24 0${circle(100, 100, 22)}${circle(60, 48, 15)}${circle(140, 48, 15)}${circle(60, 152, 15)}${circle(140, 152, 15)}`,
  basketball: `M24 8h152v184H24ZM24 100h152M76 8v58h48V8M76 192v-58h48v58M44 8v20a56 52 0 0 0 112 0V8M44 192v-20a56 52 0 0 1 112 0v20${circle(100, 100, 20)}${circle(100, 66, 20)}${circle(100, 134, 20)}${circle(100, 22, 5)}${circle(100, 178, 5)}`,
  volleyball: 'M44 16h112v168H44ZM30 100h140M44 72h112M44 128h112M30 96h140v8H30Z',
  pitch: `M22 8h156v184H22ZM22 100h156M58 8v34h84V8M58 192v-34h84v34M80 8v12h40V8M80 192v-12h40v12M82 42a22 18 0 0 0 36 0M82 158a22 18 0 0 1 36 0${circle(100, 100, 26)}`,
  gridiron:
    'M30 4h140v192H30ZM30 28h140M30 44h140M30 60h140M30 76h140M30 92h140M30 108h140M30 124h140M30 140h140M30 156h140M30 172h140',
  rugby:
    'M26 6h148v188H26ZM26 100h148M26 28h148M26 172h148M26 58h148M26 142h148M86 28V4M114 28V4M86 16h28M86 172v24M114 172v24M86 184h28',
  diamond: `M100 178 22 100a110 110 0 0 1 156 0ZM100 178l-42-42 42-42 42 42ZM66 128a48 48 0 0 1 68 0${circle(100, 136, 8)}`,
  ring: `M18 18h164v164H18ZM30 30h140v140H30ZM42 42h116v116H42ZM18 18l24 24M182 18l-24 24M18 182l24-24M182 182l-24-24${circle(100, 100, 34)}`,
  cage: `M66 14h68l52 52v68l-52 52H66l-52-52V66ZM71 26h58l45 45v58l-45 45H71l-45-45V71ZM84 100h32${circle(100, 100, 30)}`,
  tennis: 'M48 12h104v176H48ZM62 12v176M138 12v176M62 58h76M62 142h76M100 58v84M36 100h128',
  track:
    'M100 10a62 62 0 0 1 62 62v56a62 62 0 0 1-124 0V72a62 62 0 0 1 62-62ZM100 24a48 48 0 0 1 48 48v56a48 48 0 0 1-96 0V72a48 48 0 0 1 48-48ZM100 38a34 34 0 0 1 34 34v56a34 34 0 0 1-68 0V72a34 34 0 0 1 34-34ZM24 100h42M134 100h42',
  field: `M24 10h152v180H24ZM24 100h152M24 55h152M24 145h152${circle(100, 100, 24)}`,
};

const DASHES: Partial<Record<CourtKind, string>> = {
  gridiron: 'M80 28v144M120 28v144',
  rugby: 'M26 84h148M26 116h148',
};

/** Word stems of English and French sport aliases, most telling first: "field-hockey" must not become a rink. */
const STEMS: [RegExp, CourtKind][] = [
  [/field.?hockey|hockey.?sur.?gazon|lacrosse|crosse|frisbee|ultimate|handball/, 'field'],
  [/hockey|ringette|curling|patin|skat|broomball|ballon.?balai/, 'rink'],
  [/basket|netball/, 'basketball'],
  [/volley/, 'volleyball'],
  [/rugby/, 'rugby'],
  [/flag|football|gridiron/, 'gridiron'],
  [/soccer|futsal/, 'pitch'],
  [/baseball|softball|cricket/, 'diamond'],
  [/mma|grappl|jiu|lutte|wrestl|cage/, 'cage'],
  [/box|muay|karate|judo|taekwondo|kick|combat/, 'ring'],
  [/tennis|badminton|squash|pickle/, 'tennis'],
  [/track|athlet|course|cross|swim|natation|row|aviron/, 'track'],
];

/** The court of a sport by its alias (or title); a plain field where the sport is unknown. */
export function court(sport: string): Court {
  const kind = STEMS.find(([stem]) => stem.test(sport.toLowerCase()))?.[1] ?? 'field';
  return { kind, lines: LINES[kind], dashes: DASHES[kind] ?? '' };
}
