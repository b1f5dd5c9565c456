// The order protocol in virtual time once more, from seeds that nobody chose; a file of its own has a core of its own.
import { randomInt } from 'node:crypto';
import { proveInVirtualTime } from '#test/faults/simulation/prove.ts';

proveInVirtualTime('a fresh first seed', randomInt(2 ** 31));
