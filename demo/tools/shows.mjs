const small = { rate: '250k', peak: '900k', sound: '64k' };

/** Every video: who plays, at what size, and the bits a second it may take. */
export const shows = {
  'live-hockey': { name: 'live-hockey', away: 'laurentide', home: 'fundy', w: 1280, h: 720, rate: '480k', peak: '1600k' },
  'clip-hockey': { name: 'hockey', away: 'thunder-cape', home: 'assiniboia', w: 960, h: 540, rate: '330k', peak: '1100k' },
  'clip-basketball': { name: 'basketball', away: 'chinook', home: 'pacific-rim', w: 960, h: 540, rate: '330k', peak: '1100k' },
  'clip-volleyball': { name: 'volleyball', away: 'kawartha', home: 'ottawa-valley', w: 960, h: 540, rate: '330k', peak: '1100k' },
  'clip-soccer': { name: 'soccer', away: 'pacific-rim', home: 'assiniboia', w: 960, h: 540, rate: '330k', peak: '1100k' },
  'clip-football': { name: 'football', away: 'ottawa-valley', home: 'laurentide', w: 960, h: 540, rate: '330k', peak: '1100k' },
  'bumper-halyard': { name: 'bumper', brand: 'halyard', w: 1280, h: 720, rate: '260k', peak: '900k' },
  'bumper-tamarack': { name: 'bumper', brand: 'tamarack', w: 1280, h: 720, rate: '260k', peak: '900k' },
  'bumper-blackspruce': { name: 'bumper', brand: 'blackspruce', w: 1280, h: 720, rate: '260k', peak: '900k' },

  // Of the example channels: what their packs' libraries show, and their live games.
  'boreale-live': { name: 'live-school', channel: 'boreale', away: 'estrie', home: 'gatineau', folder: 'packs/live', file: 'boreale', w: 960, h: 540, ...small },
  'boreale-basketball': { name: 'basketball', channel: 'boreale', away: 'charlevoix', home: 'saguenay', folder: 'packs/boreale/films', file: 'basketball', timeline: false, w: 800, h: 448, ...small },
  'boreale-volleyball': { name: 'volleyball', channel: 'boreale', away: 'beauce', home: 'estrie', folder: 'packs/boreale/films', file: 'volleyball', timeline: false, w: 800, h: 448, ...small },
  'ironbell-live': { name: 'live-boxing', channel: 'ironbell', away: 'boudreau', home: 'adeyemi', folder: 'packs/live', file: 'ironbell', w: 960, h: 540, ...small },
  'ironbell-boxing': { name: 'boxing', channel: 'ironbell', away: 'nair', home: 'marsh', folder: 'packs/ironbell/films', file: 'boxing', w: 800, h: 448, ...small },
  'ironbell-kickboxing': { name: 'kickboxing', channel: 'ironbell', away: 'stone', home: 'whitlock', folder: 'packs/ironbell/films', file: 'kickboxing', w: 800, h: 448, ...small },
};
