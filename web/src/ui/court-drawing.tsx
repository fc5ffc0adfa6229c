import { court } from '#/entities/court';

export function CourtDrawing({ sport }: { sport: string }) {
  const { lines, dashes } = court(sport);
  return (
    <>
      <path d={lines} />
      {dashes && <path d={dashes} strokeDasharray="6 6" />}
    </>
  );
}
