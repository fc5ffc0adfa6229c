/** Stands in, in the built app, for the parts of hls.js that read what Grandstand never sends: it recognises nothing. */
const noDemuxer = { probe: () => false };

// oxlint-disable-next-line import/no-default-export -- the modules that it replaces have one
export { noDemuxer as AC3Demuxer, noDemuxer as default };
