import { useMemo } from 'react';
import { encode } from 'uqr';

interface QrCodeProps {
  text: string;
  /** What it is for people who cannot see it. */
  label: string;
  className?: string;
}

/** Light modules around a code, which scanners need (ISO/IEC 18004, 6.3.8). */
const quietZone = 4;

/** A text as a QR code: dark on white in every channel, as not all scanners read the reverse. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => draw(text), [text]);
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}

/** One run of dark modules is one rectangle. */
function draw(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone });
  let path = '';
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      path += `M${start} ${y}h${x + 1 - start}v1H${start}z`;
    }
  }
  return { size, path };
}
