import { fileURLToPath } from 'node:url';

/** A file of the kit, the folder that the Go package embeds. */
export const kit = (name) => fileURLToPath(new URL(`../../kit/${name}`, import.meta.url));

/** A file of these tools. */
export const tool = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** A file of the demo. */
export const demo = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** Where a video belongs: the kit, or the folder that its entry in shows.mjs names. */
export const film = (key, s, end = '.mp4') => demo(`${s.folder ?? 'kit/video'}/${s.file ?? key}${end}`);
