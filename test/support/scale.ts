// One setting for every count of tries: BALLAST_SCALE=10 runs ten times as many fuzz inputs, crashes, stream faults and
// orders under faults. Time limits grow with it.
export const SCALE = Number(process.env['BALLAST_SCALE'] ?? 1);

export const scaled = (count: number): number => Math.max(1, Math.round(count * SCALE));
