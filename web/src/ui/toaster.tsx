import { useLingui } from '@lingui/react/macro';
import { Toaster } from 'sonner';
import 'sonner/dist/styles.css';

/** Over the tab bar, where there is one. */
const above = 'calc(var(--tabbar, 0px) + 20px)';

export function AppToaster() {
  const { t } = useLingui();
  return (
    <Toaster
      position="bottom-center"
      offset={{ bottom: above }}
      mobileOffset={{ bottom: above }}
      style={{ fontFamily: 'inherit' }}
      containerAriaLabel={t`Messages`}
      toastOptions={{
        unstyled: true,
        classNames: { toast: 'toast', content: 'toast__text', actionButton: 'btn btn--sm' },
      }}
    />
  );
}
