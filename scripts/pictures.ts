// Takes the documents' pictures anew, by running the journeys that make them. Of all that these take, the ones stay that
// a document shows.
import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const TAKEN = 'out/pictures';
const SHOWN = 'docs/pictures';

const { status } = spawnSync('npx', ['playwright', 'test', '--project=themes', '--project=web'], {
  stdio: 'inherit',
  env: { ...process.env, BALLAST_PICTURES: TAKEN },
});
if (status !== 0) process.exit(status ?? 1);

const documents = ['README.md', ...globSync('docs/*.md')].map((file) => readFileSync(file, 'utf8'));
const names = new Set(documents.join('\n').match(/(?<=pictures\/)[\w-]+\.png/g));
rmSync(SHOWN, { recursive: true, force: true });
mkdirSync(SHOWN);
for (const name of names) copyFileSync(join(TAKEN, name), join(SHOWN, name));
