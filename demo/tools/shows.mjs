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
};
