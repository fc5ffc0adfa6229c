import { expect, it, vi } from 'vitest';
import { waitFor } from '#/testing/wait-for';
import { chooseScreen, type Screens, watchScreens } from './screens';

class FakeRemote extends EventTarget {
  state = 'disconnected';
  found: (available: boolean) => void = () => undefined;
  prompt = vi.fn<() => Promise<void>>(() => Promise.resolve());
  cancelWatchAvailability = vi.fn<(id: number) => Promise<void>>(() => Promise.resolve());
  watchAvailability(found: (available: boolean) => void): Promise<number> {
    this.found = found;
    return Promise.resolve(7);
  }
  become(state: string, event: string): void {
    this.state = state;
    this.dispatchEvent(new Event(event));
  }
}

function elementWith(more: object): HTMLVideoElement {
  const video = document.createElement('video');
  for (const [name, value] of Object.entries(more)) {
    Object.defineProperty(video, name, { value, configurable: true, writable: true });
  }
  return video;
}

it('finds screens by the Remote Playback API', async () => {
  const remote = new FakeRemote();
  const video = elementWith({ remote });
  const told: Screens[] = [];
  const stop = watchScreens(video, (screens) => told.push(screens));
  remote.found(false);
  remote.found(true);
  await chooseScreen(video);
  expect(remote.prompt).toHaveBeenCalledOnce();
  remote.become('connected', 'connect');
  remote.become('disconnected', 'disconnect');
  expect(told).toEqual(['none', 'reachable', 'used', 'reachable']);
  stop();
  await waitFor(() => expect(remote.cancelWatchAvailability).toHaveBeenCalledWith(7));
  remote.found(false);
  expect(told).toHaveLength(4);
});

it('finds screens by AirPlay where the browser has it', async () => {
  const show = vi.fn<() => void>();
  const remote = new FakeRemote();
  const video = elementWith({
    remote,
    webkitShowPlaybackTargetPicker: show,
    webkitCurrentPlaybackTargetIsWireless: false,
  });
  const told: Screens[] = [];
  const stop = watchScreens(video, (screens) => told.push(screens));
  const found = Object.assign(new Event('webkitplaybacktargetavailabilitychanged'), { availability: 'available' });
  video.dispatchEvent(found);
  await chooseScreen(video);
  expect(show).toHaveBeenCalledOnce();
  Object.assign(video, { webkitCurrentPlaybackTargetIsWireless: true });
  video.dispatchEvent(new Event('webkitcurrentplaybacktargetiswirelesschanged'));
  expect(told).toEqual(['reachable', 'used']);
  stop();
  video.dispatchEvent(found);
  expect(told).toHaveLength(2);
  expect(remote.prompt).not.toHaveBeenCalled();
});

it('has none in a browser that knows neither', () => {
  const tell = vi.fn<(screens: Screens) => void>();
  watchScreens(elementWith({ remote: undefined }), tell)();
  expect(tell).not.toHaveBeenCalled();
});
