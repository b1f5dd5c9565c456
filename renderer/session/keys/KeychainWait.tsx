import type { KeyHomeStatus } from '#contract/accounts.ts';
import type { Bridge } from '#contract/bridge.ts';

type Props = {
  bridge: Bridge;
  status: KeyHomeStatus;
  onStatus: (status: KeyHomeStatus) => void;
};

/** A locked keychain asks its person in a window of its own, and may wait for ever. */
export function KeychainWait({ bridge, status, onStatus }: Props) {
  async function stop(): Promise<void> {
    const stopped = await bridge.call('keys.stopWaiting', {});
    if (stopped.ok) onStatus(stopped.value);
  }
  return (
    <div className="note note-warn note-split" role="status">
      <p>
        The keychain is locked. It asks for its password in a window of its own.
        {status.waitsFor !== undefined &&
          ` Ballast wants it for the key of “${status.waitsFor}”. Cancel there is a no: it is not asked again by itself.`}
      </p>
      <button type="button" onClick={() => void stop()}>
        Stop waiting
      </button>
    </div>
  );
}
