import { Trans } from '@lingui/react/macro';
import { Button } from './button';
import { Dialog } from './dialog';
import type { OpenPopup } from './popup';

export function PopupView({ popup }: { popup: OpenPopup }) {
  return (
    <Dialog title={popup.title} onClose={popup.dismiss}>
      {popup.body}
      <div className="acts">
        {popup.cancel !== null && (
          <Button look="line" onClick={popup.dismiss}>
            {popup.cancel ?? <Trans>Cancel</Trans>}
          </Button>
        )}
        <Button look={popup.danger ? 'danger' : 'primary'} onClick={popup.accept} data-focus>
          {popup.ok ?? <Trans>OK</Trans>}
        </Button>
      </div>
    </Dialog>
  );
}
