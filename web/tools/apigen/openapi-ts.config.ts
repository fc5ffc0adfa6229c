import { defineConfig } from '@hey-api/openapi-ts';

// Types only: http.ts is the client, because the api key, the retries and the errors are the product's own rules.
export default defineConfig({
  input: '../../openapi.json',
  output: { path: '../../src/api/generated', entryFile: false },
  plugins: [{ name: '@hey-api/typescript', enums: false }],
});
