import { useId } from 'react';
import { crest, type Emblem } from '#/entities/crest';

type Pictured = Emblem & { image?: string; image_srcset?: string };

/** Emblem of a team or school: its logo, else one drawn from its id and colour. Decorative: the name stands beside it. */
export function Crest({ of }: { of: Pictured }) {
  const clip = useId();
  if (of.image) {
    const { image, image_srcset } = of;
    return (
      <img
        className="crest"
        src={image}
        srcSet={image_srcset || undefined}
        sizes="72px"
        alt=""
        loading="lazy"
        decoding="async"
      />
    );
  }
  const { shape, pattern, field, figure, ink, letter } = crest(of);
  return (
    <svg className="crest" viewBox="0 0 48 48" aria-hidden="true">
      <clipPath id={clip}>
        <path d={shape} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <path fill={field} d="M0 0h48v48H0z" />
        <path fill={figure} d={pattern} />
      </g>
      <path d={shape} fill="none" stroke={figure} strokeWidth="2.4" />
      <text
        x="24"
        y="31"
        textAnchor="middle"
        fill={ink}
        stroke={field}
        strokeWidth="4.5"
        strokeLinejoin="round"
        paintOrder="stroke"
      >
        {letter}
      </text>
    </svg>
  );
}

/** The emblems of both sides, the second tucked behind the first. */
export function CrestPair({ of }: { of: readonly Pictured[] }) {
  return (
    <span className="pair">
      {of.slice(0, 2).map((side) => (
        <Crest key={side.id} of={side} />
      ))}
    </span>
  );
}
