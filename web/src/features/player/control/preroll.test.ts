import { describe, expect, it } from 'vitest';
import { AdReport, filled } from './preroll';

const macros = { position: 3725.5, asset: 'https://cdn.example/a b.mp4' };

describe('filled', () => {
  it('fills in what is known, safely, and leaves the rest', () => {
    const url =
      'https://t.example/?r=[CACHEBUSTING]&t=[TIMESTAMP]&p=[ADPLAYHEAD]&m=[ASSETURI]&e=[ERRORCODE]&i=[DEVICEIP]';
    expect(filled(url, macros, new Date(0), 0)).toBe(
      'https://t.example/?r=10000000&t=1970-01-01T00%3A00%3A00.000Z&p=01%3A02%3A05.500' +
        '&m=https%3A%2F%2Fcdn.example%2Fa%20b.mp4&e=[ERRORCODE]&i=[DEVICEIP]',
    );
    expect(filled('https://t.example/[ERRORCODE]', { ...macros, code: 402 }, new Date(0), 0)).toBe(
      'https://t.example/402',
    );
  });
});

describe('a report', () => {
  const names = ['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete', 'pause'] as const;
  const events = names.map((event) => ({ event, url: `https://t.example/${event}` }));

  function report(over = events) {
    const sent: string[] = [];
    return { sent, of: new AdReport({ events: over, media: null }, (url) => sent.push(url.slice(18))) };
  }

  it('tells each quarter once, those that were jumped over too', () => {
    const { sent, of } = report();
    of.began();
    of.began();
    for (const position of [0.5, 2, 2.1, 6.5, 8]) of.reached(position, 8);
    of.tell('complete', 8);
    expect(sent).toEqual(['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete']);
  });

  it('tells a pause each time, and nothing of a film without length', () => {
    const { sent, of } = report();
    of.reached(3, Number.NaN);
    of.tell('pause');
    of.tell('pause');
    expect(sent).toEqual(['pause', 'pause']);
  });

  it('calls nothing but https', () => {
    const { sent, of } = report([{ event: 'start', url: 'http://t.example/' } as never]);
    of.tell('start');
    expect(sent).toEqual([]);
  });
});
