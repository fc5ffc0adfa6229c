// What a channel leaves on its pictures: its mark, its colours, its sponsors, the words
// of its language.

const path = (g, d, fill) => {
  g.fillStyle = fill;
  g.fill(new Path2D(d));
};

/** The channels that videos are drawn for. mark(g, flat) draws in a 40 by 40 box, flat for a mark that stands alone. */
export const brands = {
  northline: {
    name: 'NORTHLINE', league: 'UNIVERSITY SPORT', language: 'en', accent: '#ffb81c', ink: '#14161b', plate: ['#05070b', '#ffb81c'],
    wipe: { c: '#0a1630', c2: '#ffb81c', c3: '#2348c7' }, replay: 'REPLAY', go: (name) => `GO ${name}`,
    sponsors: [['#0d2f5e', '#ffffff', 'HALYARD MUTUAL'], ['#7c3f1c', '#fbe9cf', 'TAMARACK & RYE'], ['#10281d', '#dfeee2', 'BLACKSPRUCE']],
    mark(g) {
      path(g, 'M20 0 40 40H27l-7-15-7 15H0Z', '#ffb81c');
      path(g, 'm20 15 4 9h-8Z', '#fff');
    },
  },
  boreale: {
    name: 'BORÉALE', league: 'LA LIGUE SCOLAIRE', language: 'fr', accent: '#ffd42e', ink: '#15132b', plate: ['#ffd42e', '#15132b'],
    wipe: { c: '#4326e3', c2: '#ffd42e', c3: '#15132b' }, replay: 'REPRISE', go: (name) => `ALLEZ ${name}`,
    sponsors: [['#4326e3', '#ffffff', 'LIBRAIRIE L’ENCRIER'], ['#0d6b57', '#eafff6', 'CYCLES RIVERAIN'], ['#8a2c17', '#fff0dc', 'BOULANGERIE DU COIN']],
    mark(g) {
      path(g, 'M20 0a20 20 0 1 1 0 40 20 20 0 0 1 0-40Z', '#4326e3');
      path(g, 'M6 24c6-13 10 3 15-6 4-7 8 1 13-5v14a16 16 0 0 1-28 0Z', '#ffd42e');
    },
  },
  ironbell: {
    name: 'IRONBELL', league: 'FIGHT SERIES', language: 'en', accent: '#dd1219', ink: '#ffffff', plate: ['#0d0b0b', '#f7f2ec'],
    wipe: { c: '#0d0b0b', c2: '#dd1219', c3: '#3a0508' }, replay: 'REPLAY', go: (name) => name,
    sponsors: [['#17130f', '#e8b54a', 'ANVIL COFFEE'], ['#0d2230', '#d6eefc', 'COLDHARBOUR TAPE'], ['#2b0507', '#ffd9d2', 'HOLLOW OAK GYMWEAR']],
    mark(g) {
      path(g, 'M8 0h24l8 8v24l-8 8H8l-8-8V8Z', '#dd1219');
      path(g, 'M12 27V17a8 8 0 0 1 16 0v10l3 3H9Zm5 5h6l-3 4Z', '#fff');
    },
  },
};
