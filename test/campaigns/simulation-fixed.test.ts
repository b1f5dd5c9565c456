// The order protocol in virtual time, from seeds that every run repeats.
import { proveInVirtualTime } from '#test/faults/simulation/prove.ts';

proveInVirtualTime('a fixed first seed', 20_261_115);
