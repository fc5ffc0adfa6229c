import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { create } from 'zustand';
import { Button } from './button';
import { Dialog } from './dialog';

export interface PopupOptions {
  title: string;
  body?: ReactNode;
  /** Text of the button that resolves; 'OK' when absent. */
  ok?: ReactNode;
  /** Text of the button that rejects; null for a popup that only tells something. */
  cancel?: ReactNode | null;
  danger?: boolean;
}

interface OpenPopup extends PopupOptions {
  id: number;
  resolve: () => void;
  reject: (reason: PopupCancelled) => void;
}

export class PopupCancelled extends Error {
  constructor() {
    super('popup cancelled');
    this.name = 'PopupCancelled';
  }
}

const usePopups = create<{ open: OpenPopup[]; count: number }>(() => ({ open: [], count: 0 }));

/** Opens a popup. Resolves on OK; rejects with PopupCancelled on cancel, Escape or a press beside it. */
export function openPopup(options: PopupOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    usePopups.setState(({ open, count }) => ({
      open: [...open, { ...options, id: count, resolve, reject }],
      count: count + 1,
    }));
  });
}

function close(popup: OpenPopup): void {
  usePopups.setState(({ open }) => ({ open: open.filter((other) => other !== popup) }));
}

/** Shows the popups; once in the app. Later ones lie above earlier ones. */
export function PopupHost() {
  return usePopups((state) => state.open).map((popup) => <Popup key={popup.id} popup={popup} />);
}

function Popup({ popup }: { popup: OpenPopup }) {
  const accept = () => {
    close(popup);
    popup.resolve();
  };
  const cancel = () => {
    close(popup);
    popup.reject(new PopupCancelled());
  };
  return (
    <Dialog title={popup.title} onClose={cancel}>
      {popup.body}
      <div className="acts">
        {popup.cancel !== null && (
          <Button look="line" onClick={cancel}>
            {popup.cancel ?? <Trans>Cancel</Trans>}
          </Button>
        )}
        <Button look={popup.danger ? 'danger' : 'primary'} onClick={accept} autoFocus>
          {popup.ok ?? <Trans>OK</Trans>}
        </Button>
      </div>
    </Dialog>
  );
}
