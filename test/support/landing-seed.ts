// A landing tries the examples of its own seed: others each time, and the same for whoever repeats it. Without a seed
// every run tries others.
import * as fc from 'fast-check';

const { BALLAST_FUZZ_SEED: seed } = process.env;
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
