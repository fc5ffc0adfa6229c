import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { lazy } from '#/lib/lazy';
import { IconButton } from '#/ui/button';

const MenuSheet = lazy(async () => ({ default: (await import('./menu-sheet')).MenuSheet }));

/** Opens the menu of narrow screens over the page; a change of page closes it. */
export function MenuButton() {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const router = useRouter();
  useEffect(() => router.subscribe('onBeforeNavigate', () => setOpen(false)), [router]);
  return (
    <>
      <IconButton label={t`Menu`} className="only-s" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Menu className="i" aria-hidden="true" />
      </IconButton>
      {open && (
        <Suspense>
          <MenuSheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
