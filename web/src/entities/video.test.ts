import { describe, expect, it } from 'vitest';
import { access } from '#/testing/events';
import { part, video, videoDetail } from '#/testing/videos';
import { advertised, chosenPart, videoAccess, videoView } from './video';

const refused = (reason: 'login_required' | 'purchase_required' | 'payment_disputed' | 'geo_blocked' | 'blackout') => ({
  has_access: false,
  access: access({ granted: false, reason, capabilities: [] }),
});

describe('parts', () => {
  const parts = video({ vod_media_items: [part(11), part(12)] });

  it('takes the one asked for, else the first', () => {
    expect(chosenPart(parts, 12)?.id).toBe(12);
    expect(chosenPart(parts, undefined)?.id).toBe(11);
    expect(chosenPart(parts, 99)?.id).toBe(11);
  });
});

describe('videoAccess', () => {
  it('says one thing', () => {
    expect(videoAccess(video())).toBe('free');
    expect(videoAccess(video({ type: 'register', access: access({ reason: 'registered' }) }))).toBe('free');
    expect(videoAccess(video({ type: 'register', ...refused('login_required') }))).toBe('login');
    expect(videoAccess(video({ type: 'paid', ...refused('purchase_required') }))).toBe('paid');
    expect(videoAccess(video({ type: 'paid', ...refused('payment_disputed') }))).toBe('on_hold');
    expect(videoAccess(video({ type: 'paid', access: access({ reason: 'subscription' }) }))).toBe('own');
    expect(videoAccess(video(refused('geo_blocked')))).toBe('blocked');
    expect(videoAccess(video(refused('blackout')))).toBe('blocked');
  });
});

describe('videoView', () => {
  it('plays the chosen part', () => {
    const two = videoDetail({ vod_media_items: [part(11), part(12)] });
    expect(videoView(two, chosenPart(two, 12))).toMatchObject({
      kind: 'play',
      film: { url: '/media/t/f12/index.m3u8', storyboard: '', chapters: [] },
    });
  });

  it('waits for a part without a recording', () => {
    const one = videoDetail({ media: [] });
    expect(videoView(one, chosenPart(one, undefined))).toEqual({ kind: 'unready' });
  });

  it('tells what it takes', () => {
    const shown = (reason: Parameters<typeof refused>[0]) => videoView(videoDetail(refused(reason)), undefined);
    expect(shown('login_required')).toEqual({ kind: 'locked', by: 'login' });
    expect(shown('purchase_required')).toEqual({ kind: 'locked', by: 'purchase' });
    expect(shown('payment_disputed')).toEqual({ kind: 'locked', by: 'dispute' });
    expect(shown('geo_blocked')).toEqual({ kind: 'blocked' });
    expect(shown('blackout')).toEqual({ kind: 'blocked' });
  });

  it('asks each part, since one may play a game that is blacked out', () => {
    const two = videoDetail({ vod_media_items: [part(11), part(12)] });
    const [film, game] = two.media;
    const unknown = access({ granted: false, reason: 'blackout', capabilities: [], place_unknown: true });
    const mixed = { ...two, media: [film!, { ...game!, access: unknown }] };
    expect(videoView(mixed, part(11)).kind).toBe('play');
    expect(videoView(mixed, part(12))).toEqual({ kind: 'blocked', unknown: true });
  });
});

describe('advertised', () => {
  const detail = videoDetail({ id: 4, ads: true, vod_media_items: [part(11), part(12)] });
  const [film, recording] = detail.media;
  const mixed = { ...detail, media: [film!, { ...recording!, event_id: 17, location_id: 3, event_category_id: 7 }] };

  it('goes by the game that is played, and by the video where that is none', () => {
    expect(advertised(mixed, part(12))).toEqual({ id: 17, location_id: 3, event_category_id: 7 });
    expect(advertised(mixed, part(11))).toEqual({ id: 'v4', location_id: null, event_category_id: null });
  });

  it('is nothing for who is shown none', () => {
    expect(advertised({ ...mixed, ads: false }, part(12))).toBeUndefined();
  });
});
