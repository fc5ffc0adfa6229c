/** Every video: who plays, at what size, and where it goes in the kit. */
export const shows = {
  'live-hockey': { name: 'live-hockey', away: 'laurentide', home: 'fundy', w: 1280, h: 720 },
};
