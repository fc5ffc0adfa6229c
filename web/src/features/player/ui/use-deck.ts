import { useEffect } from 'react';
import { usePictureAwaited } from '#/lib/slow-line';
import { Deck } from '../control/deck';
import { inThisBrowser } from '../control/keeper';
import { bindMediaSession } from '../control/media-session';
import { Remote } from '../control/remote';
import { isVeiled } from '../logic/signed-url';
import type { PlayerHandle } from './context';
import type { PlayerProps } from './player';
import { useViewing } from './use-viewing';

export function createHandle(): PlayerHandle {
  const deck = new Deck();
  return { deck, remote: new Remote(deck) };
}

/** Binds the deck to its elements and keeps it in step with the page. */
export function useDeck(
  { deck, remote }: PlayerHandle,
  props: PlayerProps,
  root: { current: HTMLElement | null },
): void {
  const { source, interrupted, onPlayhead, onRenew, onReady, onClip, onClips, title, artist, poster, posterSrcSet } =
    props;
  const { item, url, live, at, stretch } = source;
  const { places = inThisBrowser } = props;
  const awaited = usePictureAwaited();
  const hidesEnd = props.hidesEnd || isVeiled(url);
  useEffect(() => {
    const video = root.current?.querySelector('video');
    const canvas = root.current?.querySelector('canvas');
    return video && canvas && root.current ? deck.attach({ video, canvas, root: root.current }) : undefined;
  }, [deck, root]);
  useViewing(deck, source, props.viewed, props.settings);
  useEffect(() => {
    deck.onRenew = onRenew;
  }, [deck, onRenew]);
  useEffect(() => {
    deck.keeper.places = places;
  }, [deck, places]);
  const held = props.before !== undefined;
  useEffect(() => {
    if (!held) void deck.open({ item, url, live, at, stretch });
  }, [deck, held, item, url, live, at, stretch]);
  useEffect(() => {
    remote.onClip = onClip ?? null;
  }, [remote, onClip]);
  useEffect(() => onReady?.((moment) => remote.seekToMoment(moment)), [remote, onReady]);
  const clips = onClip !== undefined;
  useEffect(() => onClips?.(clips ? remote.clipUntil : null), [remote, onClips, clips]);
  useEffect(() => deck.setInterrupted(interrupted), [deck, interrupted]);
  useEffect(() => deck.patch({ hidesEnd }), [deck, hidesEnd]);
  useEffect(
    () =>
      deck.store.subscribe((state, before) => {
        if (state.playhead !== before.playhead) onPlayhead?.(state.playhead);
      }),
    [deck, onPlayhead],
  );
  // Browsers load every size of the artwork.
  const [artwork, artworkSet] = awaited ? [''] : [poster, posterSrcSet];
  useEffect(
    () => bindMediaSession(deck, remote, { title, artist, artwork, artworkSet }),
    [deck, remote, title, artist, artwork, artworkSet],
  );
}
