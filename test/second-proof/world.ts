// What happens to whole processes and to the machine: kills, freezes, clocks that jump, disks that fill or fail, and a
// network that is away.
import { until, wait } from '#test/second-proof/http.ts';
import type { Book } from '#test/second-proof/book.ts';
import type { Disk } from '#test/second-proof/disk.ts';
import type { Prng } from '#test/second-proof/prng.ts';
import type { Stage } from '#test/second-proof/stage.ts';
import type { DeskWindow } from '#test/second-proof/window.ts';

export const EVENTS = [
  'kill desk',
  'kill broker',
  'kill both',
  'freeze desk',
  'freeze broker',
  'clock forward',
  'clock back',
  'network refuses',
  'network resets',
  'network is silent',
  'disk full',
  'disk read-only',
] as const;
export type WorldEvent = (typeof EVENTS)[number];

const HOUR_MS = 3_600_000;
const SHOWS_WITHIN_MS = 20_000;
/** How soon a stream that cannot be heard must be told so. Silence has to be noticed first. */
const DARK_TOLD_WITHIN_MS = 20_000;
const SILENCE_TOLD_WITHIN_MS = 90_000;

export function createWorld(
  stage: Stage,
  book: Book,
  disk: Disk,
  prng: Prng,
  count: (what: string) => void,
) {
  const { desk, broker, proxy, windows } = stage;
  const violations: string[] = [];

  const isHearing = (): boolean =>
    windows.some((window) => {
      const phase = window.item('streams', 'orders')?.['phase'];
      return phase === 'live' || phase === 'quiet';
    });

  const dark = async (how: 'refuse' | 'reset' | 'swallow'): Promise<void> => {
    const within = how === 'swallow' ? SILENCE_TOLD_WITHIN_MS : DARK_TOLD_WITHIN_MS;
    await proxy.meet(how, how !== 'swallow');
    if (how === 'swallow') proxy.hush(true);
    const began = performance.now();
    const isTold = await until(() => (isHearing() ? undefined : true), within, 20);
    if (isTold)
      count(
        `stream told as down, ${how}: within ${Math.ceil((performance.now() - began) / 5_000) * 5} s`,
      );
    else
      violations.push(
        `nothing can be heard for ${within / 1000} s (${how}), and the stream of orders is told as live`,
      );
    await wait(prng.between(500, 4_000));
    proxy.hush(false);
    await proxy.meet('open', how === 'swallow');
  };

  /** What did not come about proves nothing. */
  const mustShow = async (otherwise: string, isSo: () => boolean): Promise<void> => {
    if (!(await until(() => (isSo() ? true : undefined), SHOWS_WITHIN_MS)))
      violations.push(otherwise);
  };

  const happen = async (event: WorldEvent): Promise<void> => {
    switch (event) {
      case 'kill desk':
        return stage.restartDesk();
      case 'kill broker':
        await broker.kill();
        await wait(prng.between(0, 3_000));
        return broker.start();
      case 'kill both':
        await Promise.all([desk.kill(), broker.kill()]);
        await Promise.all([
          stage.restartDesk(),
          wait(prng.between(0, 4_000)).then(() => broker.start()),
        ]);
        return undefined;
      case 'freeze desk':
      case 'freeze broker': {
        const process = event === 'freeze desk' ? desk : broker;
        process.signal('SIGSTOP');
        await wait(prng.between(500, 8_000));
        return process.signal('SIGCONT');
      }
      case 'clock forward':
      case 'clock back':
        stage.setClock(event === 'clock forward' ? HOUR_MS : -HOUR_MS);
        await wait(prng.between(2_000, 6_000));
        await mustShow('the desk’s clock was not set', () => isClockOff(windows));
        return stage.setClock(0);
      case 'network refuses':
        return dark('refuse');
      case 'network resets':
        return dark('reset');
      case 'network is silent':
        return dark('swallow');
      case 'disk full':
        await disk.fill();
        await mustShow('the disk was not full', () => disk.isRefusing());
        await wait(prng.between(3_000, 6_000));
        return disk.free();
      case 'disk read-only': {
        const from = Date.now();
        await disk.fail();
        await mustShow('the disk did not fail', () => disk.isRefusing());
        await wait(prng.between(3_000, 6_000));
        // Its files stay open for as long as the desk runs: the disk is mended while it is off.
        await desk.kill();
        desk.sweep();
        book.unwritable.push({ from, to: Date.now() });
        await disk.mend();
        return stage.restartDesk();
      }
      default:
        return event satisfies never;
    }
  };

  return {
    violations,
    async happen(event: WorldEvent): Promise<void> {
      if (desk.isOver()) violations.push('the desk had ended by itself');
      await happen(event);
      count(`event: ${event}`);
    },
  };
}

/** By the moments that the desk itself gives to what it reads. */
const isClockOff = (windows: readonly DeskWindow[]): boolean =>
  windows.some((window) => {
    const receivedAt = window.item('account', 'account')?.['receivedAt'];
    return typeof receivedAt === 'number' && Math.abs(Date.now() - receivedAt) > HOUR_MS / 2;
  });
