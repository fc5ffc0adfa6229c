import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { customFormQuery } from '#/api/queries';
import { Dialog } from '#/ui/dialog';
import { CustomForm } from './custom-form';

interface FormDialogProps {
  alias: string;
  onClose: () => void;
}

/** A form over whatever page is open. An alias that no form has closes by itself. */
export function FormDialog({ alias, onClose }: FormDialogProps) {
  const { data: form, isError } = useQuery(customFormQuery(alias));
  const nothing = form === null || isError;
  useEffect(() => {
    if (nothing) onClose();
  }, [nothing, onClose]);
  if (!form) return null;
  return (
    <Dialog title={form.title} onClose={onClose} className="dialog cform-dialog">
      {form.intro && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server when it is written
        <div className="contacts__i" dangerouslySetInnerHTML={{ __html: form.intro }} />
      )}
      <CustomForm form={form} />
    </Dialog>
  );
}
