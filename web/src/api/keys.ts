import { local } from '#/lib/storage';

/** The two session keys and where the API is. Storage is shared by all tabs, so every read asks it. */
export const keys = {
  channel(): string | null {
    return local.loadText('channel_key');
  },

  api(): string | null {
    return local.loadText('api_key');
  },

  apiBase(): string {
    return local.loadText('api_base') ?? '/api';
  },

  /** Remembers the channel. The api key of another channel is worthless, so it goes. */
  setChannel(channelKey: string, apiBase: string): void {
    if (keys.channel() !== channelKey) keys.clearApi();
    local.save('channel_key', channelKey);
    local.save('api_base', apiBase);
  },

  setApi(apiKey: string): void {
    local.save('api_key', apiKey);
  },

  clearApi(): void {
    local.forget('api_key');
  },

  clear(): void {
    local.forget('channel_key');
    local.forget('api_base');
    keys.clearApi();
  },

  /** Calls back when another tab stored or dropped a key (log in or log out there). Returns the way to stop. */
  watchOtherTabs(onChange: () => void): () => void {
    return local.watch('api_key', onChange);
  },
};
