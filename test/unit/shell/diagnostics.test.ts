// What a shipped program refuses before it does anything.
import { afterEach, describe, expect, it, vi } from 'vitest';

const state = vi.hoisted(() => ({ isPackaged: true, switches: [] as string[] }));

vi.mock('electron', () => ({
  app: {
    get isPackaged() {
      return state.isPackaged;
    },
    commandLine: { hasSwitch: (name: string) => state.switches.includes(name) },
  },
}));

// Another test of the same process may have loaded it with an Electron of its own.
vi.resetModules();
const { sandboxIssue } = await import('#main/shell/electron/diagnostics.ts');

afterEach(() => vi.unstubAllEnvs());

describe('without a sandbox', () => {
  it.each([
    ['an AppImage does not run', true, '/home/me/Ballast.AppImage', ['no-sandbox'], true],
    ['a deb runs: nobody but its user adds the switch', true, undefined, ['no-sandbox'], false],
    ['a build in development runs', false, '/x/Other.AppImage', ['no-sandbox'], false],
    ['with one an AppImage runs', true, '/home/me/Ballast.AppImage', ['disable-gpu'], false],
  ])('%s', (_what, isPackaged, image, switches, isRefused) => {
    Object.assign(state, { isPackaged, switches });
    vi.stubEnv('APPIMAGE', image);
    const issue = sandboxIssue();
    expect(issue !== undefined).toBe(isRefused);
    if (isRefused) expect(issue).toMatch(/without its sandbox.* install the deb instead\.$/);
  });
});
