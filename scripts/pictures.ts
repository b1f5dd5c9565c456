// Takes the documents' pictures anew, by running the browser tests that make them.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync(
  'npx',
  ['playwright', 'test', '--project=component', '--project=web'],
  {
    stdio: 'inherit',
    env: { ...process.env, BALLAST_PICTURES: 'docs/pictures' },
  },
);
process.exit(status ?? 1);
