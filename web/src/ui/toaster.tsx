import { useLingui } from '@lingui/react/macro';
import { Toaster } from 'sonner';

export function AppToaster() {
  const { t } = useLingui();
  return (
    <Toaster
      position="bottom-center"
      containerAriaLabel={t`Messages`}
      toastOptions={{
        unstyled: true,
        classNames: { toast: 'toast', content: 'toast__text', actionButton: 'btn btn--sm' },
      }}
    />
  );
}
