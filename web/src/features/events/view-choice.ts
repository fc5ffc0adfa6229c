import { useState } from 'react';
import { local } from '#/lib/storage';
import { isView, type View } from '#/ui/view-switch';

const key = 'events_view';

/** How this person likes lists, remembered on this device. */
export function useViewChoice(): [View, (view: View) => void] {
  const [view, setView] = useState<View>(() => {
    const kept = local.load(key);
    return isView(kept) ? kept : 'grid';
  });
  return [
    view,
    (next) => {
      local.save(key, next);
      setView(next);
    },
  ];
}
