import { type ComponentProps, Suspense } from 'react';
import { lazy } from '#/lib/lazy';

const View = lazy(async () => ({ default: (await import('./on-hold')).OnHoldView }));

/** OnHoldView, whose scripts are loaded when it is shown: few viewers ever see it. */
export function OnHoldBox(props: ComponentProps<typeof View>) {
  return (
    <Suspense fallback={null}>
      <View {...props} />
    </Suspense>
  );
}
