import { fileURLToPath } from 'node:url';

/** A file of the kit, the folder that the Go package embeds. */
export const kit = (name) => fileURLToPath(new URL(`../../kit/${name}`, import.meta.url));

/** A file of these tools. */
export const tool = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
