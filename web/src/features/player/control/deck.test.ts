import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { bareSurface, fakeEngines, type Playback, stubPlayback, stubTracks } from '../testing';
import { Deck } from './deck';
import { leftAt, savePosition, savePreferences } from './memory';
import { Remote } from './remote';

const url = 'https://x.test/media/aaa/e1/index.m3u8';
const fresh = 'https://x.test/media/bbb/e1/index.m3u8';
const source = { item: '1', url, live: true };

const tracksOf = stubTracks();

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** A deck that plays an event of 600 s, live at its edge unless told otherwise. */
async function playing(over: Partial<Playback> & { live?: boolean } = {}) {
  const { live = true, ...playback } = over;
  const engines = fakeEngines((engine) => {
    engine.live = live;
    engine.edge = live ? 600 : null;
  });
  const deck = new Deck(engines.open);
  const surface = bareSurface();
  const video = stubPlayback(surface.video, { readyState: 4, end: 600, currentTime: 600, duration: 600, ...playback });
  onTestFinished(deck.attach(surface));
  await deck.open({ ...source, live });
  video.emit('loadedmetadata');
  await vi.advanceTimersByTimeAsync(0);
  return { deck, remote: new Remote(deck), engines, engine: engines.last(), element: surface.video, ...video };
}

describe('opening', () => {
  it('starts a live event at the edge and a recording where it was left', async () => {
    const live = await playing();
    expect(live.engine.loads).toEqual([{ url, start: null }]);
    savePosition('1', { at: 200, of: 600, saved: 1 }, false);
    const recording = await playing({ live: false });
    expect(recording.engine.loads).toEqual([{ url, start: 200 }]);
    expect(recording.deck.state).toMatchObject({ begin: 'resume', resumeAt: 200, offers: ['resume', 'start'] });
  });

  it('begins at the start for who asked for it, wherever they left', async () => {
    savePosition('1', { at: 200, of: 600, saved: 1 }, false);
    const engines = fakeEngines((engine) => void Object.assign(engine, { live: true, edge: 600 }));
    const deck = new Deck(engines.open);
    const surface = bareSurface();
    const video = stubPlayback(surface.video, { readyState: 4, end: 600, currentTime: 0, duration: 600 });
    onTestFinished(deck.attach(surface));
    await deck.open({ ...source, at: 0 });
    video.emit('loadedmetadata');
    await vi.advanceTimersByTimeAsync(0);
    expect(engines.last().loads).toEqual([{ url, start: 0 }]);
    expect(deck.state).toMatchObject({ begin: 'start', offers: [], position: 0 });
  });

  it('offers the start to who comes late, until they move', async () => {
    const { deck, remote } = await playing();
    expect(deck.state.offers).toEqual(['live', 'start']);
    remote.begin('start');
    expect(deck.state).toMatchObject({ offers: [], position: 0 });
  });

  it('begins where picture and sound both have media, and is mended there when one of them strays', async () => {
    const { deck, remote, engine, engines, now, emit } = await playing();
    engine.first = 0.1;
    remote.begin('start');
    expect(now.currentTime).toBe(0.1);
    engine.astray = true;
    await vi.advanceTimersByTimeAsync(3000);
    expect(engine.calls).toContain('realign');
    expect(engines.made).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5000);
    expect(engines.last().loads).toEqual([{ url, start: 0.1 }]);
    emit('loadedmetadata');
    expect(deck.state.position).toBe(0.1);
  });

  it('mends a seek of a paused viewer too, and leaves one alone whose picture is there', async () => {
    const { deck, engine, now } = await playing();
    deck.pause();
    engine.astray = true;
    await vi.advanceTimersByTimeAsync(3000);
    expect(engine.calls).toEqual([]);
    deck.seek(100);
    now.seeking = true;
    await vi.advanceTimersByTimeAsync(3000);
    expect(engine.calls).toEqual(['realign']);
  });

  it('opens the start again after a stall there, and not the live edge', async () => {
    const { remote, engines, now } = await playing();
    remote.begin('start');
    expect(now.currentTime).toBe(0);
    await vi.advanceTimersByTimeAsync(26_000);
    expect(engines.made).toHaveLength(2);
    expect(engines.last().loads).toEqual([{ url, start: 0 }]);
  });

  it('goes on under a fresh signature without loading anything again', async () => {
    const { deck, engine, engines } = await playing();
    await deck.open({ ...source, url: fresh });
    expect(engine.signed).toEqual([fresh]);
    expect(engine.loads).toHaveLength(1);
    expect(engines.made).toHaveLength(1);
  });

  it('finishes what is being watched before it takes the recording', async () => {
    const { deck, engine, engines } = await playing();
    await deck.open({ item: '1', url: 'https://x.test/media/aaa/e1/recording.m3u8', live: false });
    expect(engine.loads).toHaveLength(1);
    await deck.retry();
    expect(engines.last().loads[0]?.url).toContain('recording');
  });

  it('draws and lifts the veil over a recording where playback is', async () => {
    const veiled = url.replace('index', 'veiled');
    const { deck, engines, now } = await playing({ live: false, currentTime: 250 });
    await deck.open({ item: '1', url: veiled, live: false });
    expect(engines.last().loads).toEqual([{ url: veiled, start: 250 }]);
    await deck.open({ item: '1', url: veiled.replace('aaa', 'bbb'), live: false });
    expect(engines.made).toHaveLength(2);
    now.currentTime = 300;
    deck.sync();
    await deck.open({ item: '1', url, live: false });
    expect(engines.last().loads).toEqual([{ url, start: 300 }]);
  });

  it('leaves a recording that was seen to its end as it is', async () => {
    const { deck, engines, now, emit } = await playing({ live: false });
    now.ended = true;
    emit('ended');
    await deck.open({ item: '1', url: url.replace('index', 'veiled'), live: false });
    expect(engines.made).toHaveLength(1);
  });

  it('throws an engine away that arrives after its turn', async () => {
    const engines = fakeEngines();
    const deck = new Deck(engines.open);
    onTestFinished(deck.attach(bareSurface()));
    const first = deck.open(source);
    deck.close();
    await first;
    expect(engines.last().calls).toEqual(['destroy']);
    expect(engines.last().loads).toEqual([]);
  });

  it('says when the browser cannot play at all', async () => {
    const deck = new Deck(() => Promise.resolve(null));
    onTestFinished(deck.attach(bareSurface()));
    await deck.open(source);
    expect(deck.state).toMatchObject({ phase: 'error', error: { code: 'P-CODEC' } });
  });
});

describe('autoplay', () => {
  const refuse = new DOMException('no gesture', 'NotAllowedError');

  it('starts without sound where sound needs a gesture', async () => {
    const { deck, element, remote, emit } = await playing();
    deck.pause();
    vi.mocked(element.play).mockRejectedValueOnce(refuse);
    await deck.play();
    expect(deck.state).toMatchObject({ autoMuted: true, muted: true, blocked: false });
    remote.toggleMute();
    emit('volumechange');
    expect(deck.state).toMatchObject({ autoMuted: false, muted: false });
  });

  it('asks for a press where nothing plays without one', async () => {
    const { deck, element } = await playing();
    vi.mocked(element.play).mockRejectedValue(refuse);
    await deck.play();
    expect(deck.state.blocked).toBe(true);
  });
});

describe('the live edge', () => {
  it('is followed: a viewer who stalled is moved back to it', async () => {
    const { deck, engine, now } = await playing();
    engine.edge = 620;
    now.end = 620;
    await vi.advanceTimersByTimeAsync(1100);
    expect(now.currentTime).toBe(620);
    expect(deck.state.atEdge).toBe(true);
  });

  it('is left by a seek and found again by the button', async () => {
    const { deck, remote, now, engine } = await playing();
    remote.seekBy(-60);
    expect(deck.state).toMatchObject({ behind: 60, atEdge: false });
    await vi.advanceTimersByTimeAsync(600);
    expect(now.currentTime).toBe(540);
    engine.edge = 601;
    remote.seekEdge();
    await vi.advanceTimersByTimeAsync(600);
    expect(deck.state).toMatchObject({ behind: 0, atEdge: true });
  });

  it('runs away from who pauses, and is not chased', async () => {
    const { deck, engine, now } = await playing();
    deck.pause();
    engine.edge = 642;
    await vi.advanceTimersByTimeAsync(600);
    await deck.play();
    await vi.advanceTimersByTimeAsync(600);
    expect(deck.state).toMatchObject({ behind: 42, atEdge: false });
    expect(now.currentTime).toBe(600);
  });

  it('is not chased while the encoder is gone', async () => {
    const { deck, engine, now } = await playing();
    deck.setInterrupted(true);
    engine.edge = 640;
    await vi.advanceTimersByTimeAsync(600);
    expect(now.currentTime).toBe(600);
  });
});

describe('trouble', () => {
  it('is retried with growing pauses, keeps the picture, and ends in a coded error', async () => {
    const { deck, engine } = await playing();
    for (let attempt = 0; attempt < 8; attempt++) {
      engine.hooks.onTrouble({ kind: 'network', status: 503 });
      expect(deck.state).toMatchObject({ reconnecting: true, error: null });
      await vi.advanceTimersByTimeAsync(10_000);
    }
    expect(engine.calls.filter((call) => call === 'resume')).toHaveLength(8);
    engine.hooks.onTrouble({ kind: 'network', status: 503 });
    expect(deck.state).toMatchObject({ phase: 'error', error: { code: 'P-NET-503' } });
  });

  it('of several requests at once is one attempt', async () => {
    const { deck, engine } = await playing();
    for (let request = 0; request < 20; request++) engine.hooks.onTrouble({ kind: 'network', status: 503 });
    await vi.advanceTimersByTimeAsync(2000);
    expect(engine.calls).toEqual(['resume']);
    expect(deck.state.error).toBeNull();
  });

  it('is over when data arrives', async () => {
    const { deck, engine } = await playing();
    engine.hooks.onTrouble({ kind: 'network', status: 0 });
    engine.hooks.onHealthy();
    expect(deck.state.reconnecting).toBe(false);
    await vi.advanceTimersByTimeAsync(5000);
    expect(engine.calls).not.toContain('resume');
  });

  it('of a line that is slow is no lost connection', async () => {
    const { deck, engine } = await playing();
    engine.hooks.onTrouble({ kind: 'slow' });
    expect(deck.state).toMatchObject({ slow: false, reconnecting: false });
    deck.surface?.video.dispatchEvent(new Event('waiting'));
    engine.hooks.onTrouble({ kind: 'slow' });
    expect(deck.state).toMatchObject({
      slow: true,
      waiting: true,
      reconnecting: false,
      notice: { notice: { kind: 'slow' } },
    });
    deck.surface?.video.dispatchEvent(new Event('playing'));
    expect(deck.state).toMatchObject({ slow: false, waiting: false });
  });

  it('with the signature asks the page for another and goes on with it', async () => {
    const { deck, engine } = await playing();
    const renew = vi.fn<() => void>();
    deck.onRenew = renew;
    engine.hooks.onTrouble({ kind: 'refused' });
    expect(renew).toHaveBeenCalledOnce();
    await deck.open({ ...source, url: fresh });
    expect(engine.calls).toEqual(['resume']);
    expect(engine.signed).toEqual([fresh]);
  });

  it('with one signature counts once, however many requests it costs and however long the next takes', async () => {
    const { deck, engine } = await playing();
    const renew = vi.fn<() => void>();
    deck.onRenew = renew;
    for (let request = 0; request < 6; request++) engine.hooks.onTrouble({ kind: 'refused' });
    expect(renew).toHaveBeenCalledOnce();
    for (let attempt = 0; attempt < 4; attempt++) {
      await vi.advanceTimersByTimeAsync(10_000);
      engine.hooks.onTrouble({ kind: 'refused' });
    }
    expect(renew).toHaveBeenCalledTimes(5);
    expect(deck.state.error).toBeNull();
    await deck.open({ ...source, url: fresh });
    expect(engine.signed).toEqual([fresh]);
    expect(engine.calls).not.toContain('destroy');
  });

  it('with every signature means that access is lost', async () => {
    const { deck, engine } = await playing();
    engine.hooks.onTrouble({ kind: 'refused' });
    for (let renewal = 0; renewal < 3; renewal++) {
      await deck.open({ ...source, url: fresh.replace('bbb', `b${renewal}`) });
      expect(deck.state.error).toBeNull();
      engine.hooks.onTrouble({ kind: 'refused' });
    }
    expect(deck.state.error).toEqual({ code: 'P-ACCESS' });
  });

  it('that nobody reports is noticed by the playhead', async () => {
    const { deck, engine, engines } = await playing({ live: false, currentTime: 300 });
    await vi.advanceTimersByTimeAsync(2500);
    expect(deck.state.waiting).toBe(true);
    await vi.advanceTimersByTimeAsync(5000);
    expect(engine.calls).toEqual(['resume']);
    await vi.advanceTimersByTimeAsync(6000);
    expect(engine.calls).toEqual(['resume', 'rebuild']);
    await vi.advanceTimersByTimeAsync(13_000);
    expect(engine.calls.at(-1)).toBe('destroy');
    expect(engines.last().loads).toEqual([{ url, start: 300 }]);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(deck.state.error).toEqual({ code: 'P-STALL' });
  });

  it('leaves the decoder of a player that has nothing to decode alone', async () => {
    const { engine } = await playing({ live: false, currentTime: 599.8 });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(engine.calls).toEqual(['resume', 'resume']);
  });

  it('is not seen in a paused or interrupted player', async () => {
    const { deck, engine } = await playing();
    deck.setInterrupted(true);
    await vi.advanceTimersByTimeAsync(70_000);
    deck.setInterrupted(false);
    deck.pause();
    await vi.advanceTimersByTimeAsync(70_000);
    expect(engine.calls).toEqual([]);
    expect(deck.state.error).toBeNull();
  });

  it('of the network ends with the network', async () => {
    const { deck, engine, engines } = await playing({ live: false, currentTime: 300 });
    for (let attempt = 0; attempt <= 8; attempt++) {
      engine.hooks.onTrouble({ kind: 'network', status: 0 });
      await vi.advanceTimersByTimeAsync(10_000);
    }
    expect(deck.state.error).toEqual({ code: 'P-NET' });
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(deck.state.error).toBeNull();
    expect(engines.last().loads).toEqual([{ url, start: 300 }]);
  });
});

describe('captions', () => {
  it('come on by the button in the viewer’s language, and by themselves the next time', async () => {
    const { deck, remote, element } = await playing();
    expect(deck.state.captions).toEqual([]);
    tracksOf(element).add('Français', 'fr');
    tracksOf(element).add('English', 'en');
    remote.toggleCaptions();
    expect(deck.state).toMatchObject({ caption: 1 });
    remote.toggleCaptions();
    expect(deck.state).toMatchObject({ caption: -1 });
    remote.setCaption(0);
    const later = await playing();
    tracksOf(later.element).add('Français', 'fr');
    expect(later.deck.state).toMatchObject({ caption: 0 });
  });
});

describe('what a viewer leaves behind', () => {
  it('is the position, stored while playing and on leaving', async () => {
    const { deck, now } = await playing({ live: false, currentTime: 120 });
    await vi.advanceTimersByTimeAsync(6000);
    expect(leftAt('1')).toMatchObject({ at: 120, of: 600 });
    now.currentTime = 240;
    deck.sync();
    deck.close();
    expect(leftAt('1')).toMatchObject({ at: 240 });
  });

  it('is nothing once the recording has been seen', async () => {
    const { deck, now, emit } = await playing({ live: false, currentTime: 120 });
    deck.pause();
    Object.assign(now, { currentTime: 600, ended: true });
    emit('ended');
    expect(leftAt('1')).toBeUndefined();
    expect(deck.state.phase).toBe('complete');
  });

  it('is volume, silence and speed', async () => {
    savePreferences({ volume: 0.4, muted: true, speed: 1.5 });
    const { deck, element } = await playing({ live: false });
    expect(deck.state).toMatchObject({ volume: 0.4, muted: true, speed: 1.5 });
    expect(element.playbackRate).toBe(1.5);
  });
});

describe('a stretch', () => {
  const stretch = { from: 100, to: 130, loops: false };

  async function playingStretch(loops: boolean) {
    const engines = fakeEngines((engine) => {
      engine.live = true;
      engine.edge = 600;
    });
    const deck = new Deck(engines.open);
    const surface = bareSurface();
    const video = stubPlayback(surface.video, { readyState: 4, end: 600, currentTime: 110, duration: 600 });
    onTestFinished(deck.attach(surface));
    await deck.open({ ...source, stretch: { ...stretch, loops } });
    video.emit('loadedmetadata');
    await vi.advanceTimersByTimeAsync(0);
    return { deck, engine: engines.last(), ...video };
  }

  it('is all there is, begins at its start and is not remembered', async () => {
    const { deck, engine } = await playingStretch(false);
    expect(engine.loads).toEqual([{ url, start: 100 }]);
    expect(deck.state).toMatchObject({ span: { start: 100, end: 130 }, live: false, offers: [] });
    deck.pause();
    expect(leftAt('1')).toBeUndefined();
  });

  it('stops at its end and can be watched again', async () => {
    const { deck, now } = await playingStretch(false);
    now.currentTime = 130.4; // told late, by a busy browser
    await vi.advanceTimersByTimeAsync(600);
    expect(now).toMatchObject({ paused: true, currentTime: 129.975 });
    expect(deck.state.phase).toBe('complete');
    new Remote(deck).replay();
    expect(now).toMatchObject({ currentTime: 100, paused: false });
  });

  it('begins anew at its end where it is to', async () => {
    const { deck, now } = await playingStretch(true);
    now.currentTime = 130.02;
    await vi.advanceTimersByTimeAsync(600);
    expect(now).toMatchObject({ currentTime: 100, paused: false });
    deck.seek(500);
    expect(now.currentTime).toBe(130);
  });
});
