import manifest from '#package' with { type: 'json' };

export const VERSION: string = manifest.version;
