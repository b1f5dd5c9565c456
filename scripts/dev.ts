// For work on the page: rebuilds it as its sources change, beside a web shell that restarts with its own.
import { spawn } from 'node:child_process';

const children = [
  spawn('npx', ['vite', 'build', '--watch', 'renderer'], { stdio: 'inherit' }),
  spawn(
    process.execPath,
    [
      '--watch-path=main',
      '--watch-path=preload',
      'main/shell/start.ts',
      '--shell',
      'web',
      ...process.argv.slice(2),
    ],
    { stdio: 'inherit' },
  ),
];
const end = () => {
  for (const child of children) child.kill('SIGINT');
};
process.on('SIGINT', end).on('SIGTERM', end);
for (const child of children) child.once('exit', end);
