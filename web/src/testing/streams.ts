import { ReadableStream, TransformStream, WritableStream } from 'node:stream/web';

// What Node has and a document's own context has not.
Object.assign(globalThis, { ReadableStream, TransformStream, WritableStream });
