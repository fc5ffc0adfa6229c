import { create } from 'zustand';

const useAnnouncement = create<{ text: string; turn: number }>(() => ({ text: '', turn: 0 }));

/** Has a screen reader say something politely. The same text twice is said twice. */
export function announce(text: string): void {
  useAnnouncement.setState(({ turn }) => ({ text, turn: turn + 1 }));
}

/** The one live region of the app. Two slots in turn, so that a repeated text is a change. */
export function Announcer() {
  const { text, turn } = useAnnouncement();
  return (
    <div className="vh" role="status" aria-live="polite">
      <span>{turn % 2 === 0 ? text : ''}</span>
      <span>{turn % 2 === 1 ? text : ''}</span>
    </div>
  );
}
