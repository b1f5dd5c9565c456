import { execFileSync } from 'node:child_process';

/** The processes whose command line mentions this text, one per line with their ids; empty when there are none. */
export const processesWith = (text: string): string =>
  execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(text))
    .join('\n');
