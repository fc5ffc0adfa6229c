// Looks at pages with Lighthouse, several times each on a phone and on a desk, and prints the medians of its scores and of
// what came over the network, by kind, as JSON: {"home phone": {"performance": 0.98, ..., "bytes": {"Script": 118000}}}.
// Started by bench/lighthouse.go here, where Lighthouse is installed.
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import desktop from 'lighthouse/core/config/desktop-config.js';

const { pages, times } = JSON.parse(process.argv[2]);
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

async function look(url, config) {
  const chrome = await launch({
    chromePath: process.env.GRANDSTAND_CHROMIUM ?? '/usr/bin/chromium',
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    const { lhr } = await lighthouse(url, { port: chrome.port, onlyCategories: categories, logLevel: 'error' }, config);
    for (const audit of Object.values(lhr.audits)) {
      if (audit.score !== null && audit.score < 0.9 && process.env.VERBOSE) {
        console.error(url, audit.id, audit.score, audit.displayValue ?? '');
      }
    }
    return { ...Object.fromEntries(categories.map((name) => [name, lhr.categories[name].score])), bytes: bytes(lhr) };
  } finally {
    chrome.kill();
  }
}

/** What came over the network, by kind of resource. */
function bytes(lhr) {
  const sums = {};
  for (const { resourceType, transferSize } of lhr.audits['network-requests'].details.items) {
    sums[resourceType] = (sums[resourceType] ?? 0) + transferSize;
  }
  return sums;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const found = {};
for (const [name, url] of Object.entries(pages)) {
  for (const [screen, config] of [['phone', undefined], ['desk', desktop]]) {
    const runs = [];
    for (let i = 0; i < times; i++) runs.push(await look(url, config));
    const scores = categories.map((c) => [c, median(runs.map((run) => run[c]))]);
    const kinds = Object.keys(runs[0].bytes).map((kind) => [kind, median(runs.map((run) => run.bytes[kind] ?? 0))]);
    found[`${name} ${screen}`] = { ...Object.fromEntries(scores), bytes: Object.fromEntries(kinds) };
  }
}
process.stdout.write(`${JSON.stringify(found)}\n`);
