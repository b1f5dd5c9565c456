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
        The keychain is locked. It is asking for its password in a separate window.
        {status.waitsFor !== undefined &&
          ` Ballast needs it for the key of “${status.waitsFor}”. If you cancel there, Ballast will not ask again on its own.`}
      </p>
      <button type="button" onClick={() => void stop()}>
        Stop waiting
      </button>
    </div>
  );
}
