import { describe, expect, it } from 'vitest';
import { someSettings } from '#/testing/bootstrap';
import { remoteTarget } from './remote-target';

const at = (url: string, on: 0 | 1 = 1) => someSettings({ auth: { remote_auth: on, social: [] }, remoteAuth: { url } });

describe('remoteTarget', () => {
  it('is the address of the settings, with the code of the device', () => {
    expect(remoteTarget(at('https://club.example/link?from=tv'), 'BCDF-3467')).toBe(
      'https://club.example/link?from=tv&code=BCDF-3467',
    );
    expect(remoteTarget(at('https://club.example/link'))).toBe('https://club.example/link');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '/relative', ''])('never leads to %s', (url) => {
    expect(remoteTarget(at(url))).toBeNull();
  });

  it('is nowhere while the channel links devices itself', () => {
    expect(remoteTarget(at('https://club.example/link', 0))).toBeNull();
    expect(remoteTarget(someSettings({ auth: { remote_auth: 1, social: [] }, remoteAuth: null }))).toBeNull();
  });
});
