import { showToast } from '#/ui/toast';

/** Long enough to read an address and a number. */
const durationMs = 15_000;

/** Says what was bought and what was paid for it, over the page on which it is watched. */
export function tellBought(what: string, paid: string): void {
  const message = (
    <>
      <b>{what}</b> <span>{paid}</span>
    </>
  );
  void showToast(message, { type: 'success', id: 'bought', duration: durationMs });
}
