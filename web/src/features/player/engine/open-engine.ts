import type { Engine, EngineHooks } from './engine';
import { NativeEngine } from './native-engine';

/**
 * The engine for this browser, or null when it has none. Safari plays HLS itself, which keeps AirPlay and battery life; other
 * browsers that claim to are passed over, because only hls.js gives us low latency and errors with a reason there.
 */
export async function openEngine(video: HTMLVideoElement, hooks: EngineHooks): Promise<Engine | null> {
  const native = NativeEngine.supported(video);
  if (native && navigator.vendor.startsWith('Apple')) return new NativeEngine(video, hooks);
  const { HlsEngine } = await import('./hls-engine');
  if (HlsEngine.supported()) return new HlsEngine(video, hooks);
  return native ? new NativeEngine(video, hooks) : null;
}
