import { describe, expect, it } from 'vitest';
import { parseStoryboard, pictureAt } from './storyboard';

const board = `WEBVTT

00:00:00.000 --> 00:00:02.000
sheet-0.jpg#xywh=0,0,192,108

00:00:02.000 --> 00:00:04.000
sheet-0.jpg#xywh=192,0,192,108

01:00:00.500 --> 01:00:02.000
sheet-1.jpg#xywh=384,108,192,108
`;

describe('a storyboard', () => {
  it('says where the picture of each moment is', () => {
    const pictures = parseStoryboard(board);
    expect(pictures).toHaveLength(3);
    expect(pictures[2]).toEqual({
      from: 3600.5,
      to: 3602,
      sheet: 'sheet-1.jpg',
      x: 384,
      y: 108,
      width: 192,
      height: 108,
    });
    expect(pictureAt(pictures, 0)?.x).toBe(0);
    expect(pictureAt(pictures, 1.99)?.x).toBe(0);
    expect(pictureAt(pictures, 2)?.x).toBe(192);
    expect(pictureAt(pictures, 3603.9)?.sheet).toBe('sheet-1.jpg');
    for (const at of [6, 1800, 3604, 9999]) expect(pictureAt(pictures, at)).toBeUndefined();
    expect(pictureAt(pictures.slice(1), 0)?.x).toBe(192);
    expect(pictureAt([], 0)).toBeUndefined();
  });

  it('is read as other programs write it, and nothing else is taken for one', () => {
    expect(parseStoryboard('WEBVTT\r\n\r\n00:02.000 --> 00:04.000\r\na.jpg#xywh=1,2,3,4\r\n')).toMatchObject([
      { from: 2 },
    ]);
    for (const target of ['https://elsewhere.test/a.jpg', '../a.jpg', '//x/a.jpg', 'a.jpg"), url("b', 'a.jpg']) {
      expect(parseStoryboard(`WEBVTT\n\n00:00.000 --> 00:02.000\n${target}#xywh=0,0,1,1x\n`)).toEqual([]);
    }
    expect(parseStoryboard('<html></html>')).toEqual([]);
  });
});
