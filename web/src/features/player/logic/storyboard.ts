/** Small pictures of a film or game, on sheets. Positions are seconds from its start, sizes pixels. */

/** A small picture: a part of a sheet. */
export interface Picture {
  from: number;
  to: number;
  /** Address of the sheet, relative to that of the storyboard. */
  sheet: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

const CUE = /^([\d:.]+) --> ([\d:.]+)[^\n]*\n([\w-]+\.\w+)#xywh=(\d+),(\d+),(\d+),(\d+)$/gm;

/** Reads a storyboard: WebVTT whose cues are parts of pictures (Media Fragments URI 1.0, 4.2.2). Other cues are passed over. */
export function parseStoryboard(text: string): Picture[] {
  return [...text.replaceAll('\r', '').matchAll(CUE)].map(
    ([, from = '', to = '', sheet = '', x, y, width, height]) => ({
      from: seconds(from),
      to: seconds(to),
      sheet,
      x: Number(x),
      y: Number(y),
      width: Number(width),
      height: Number(height),
    }),
  );
}

/** A time of WebVTT (3.3), with or without hours. */
function seconds(time: string): number {
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** A film's sound may be longer than its pictures by so many seconds. */
const SPARE = 2;

/** The picture of a moment: the last one that was taken before it, unless that is of another time. */
export function pictureAt(pictures: readonly Picture[], at: number): Picture | undefined {
  const picture = pictures.findLast(({ from }) => from <= at) ?? pictures[0];
  return picture && at < picture.to + SPARE ? picture : undefined;
}
