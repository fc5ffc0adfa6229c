import { type ComponentProps, Suspense } from 'react';
import { lazy } from '#/lib/lazy';

const View = lazy(async () => ({ default: (await import('./frame-message-view')).FrameMessageView }));

/** FrameMessageView, whose scripts are loaded when it is shown: most viewers come to what plays. */
export function FrameMessage(props: ComponentProps<typeof View>) {
  return (
    <Suspense fallback={null}>
      <View {...props} />
    </Suspense>
  );
}
