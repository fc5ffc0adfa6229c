import { type ComponentProps, createElement, type ReactElement } from 'react';

/** What an icon is drawn of: the line of a path, or another shape. */
type Shape = string | readonly [tag: string, attributes: Record<string, string>];

const look = {
  xmlns: 'http://www.w3.org/2000/svg',
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
} as const;

/**
 * Makes the component of an icon in place of lucide-react's own maker, which is made for sizes, weights and names that
 * the app gives in CSS: it is larger than all icons of the home together, and works anew on each drawing. Icons are
 * decoration: what they stand for is said beside them.
 */
export default function plainIcon(shapes: readonly Shape[]): (props: ComponentProps<'svg'>) => ReactElement {
  const drawing = shapes.map((shape) =>
    typeof shape === 'string' ? createElement('path', { d: shape }) : createElement(...shape),
  );
  return (props) => createElement('svg', { ...look, ...props }, ...drawing);
}
