import { messages as account } from './account.po?lingui';
import { messages as app } from './app.po?lingui';
import { messages as clips } from './clips.po?lingui';
import { messages as events } from './events.po?lingui';
import { messages as next } from './next.po?lingui';
import { messages as offers } from './offers.po?lingui';
import { messages as vod } from './vod.po?lingui';
import { messages as watch } from './watch.po?lingui';

/** What depends on the channel's words, for all of them, in a chunk that only channels with words of their own load. */
export const messages = { ...account, ...app, ...clips, ...events, ...next, ...offers, ...vod, ...watch };
