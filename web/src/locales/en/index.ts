import { messages as app } from './app.po';
import { messages as events } from './events.po';
import { messages as offers } from './offers.po';
import { messages as vod } from './vod.po';
import { messages as watch } from './watch.po';

/** What visitors read in this language, in one chunk. */
export const messages = { ...app, ...events, ...offers, ...vod, ...watch };
