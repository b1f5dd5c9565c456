import type { KeyHomeStatus } from '#contract/accounts.ts';
import type { Bridge } from '#contract/bridge.ts';
import { UnsealForm } from '#renderer/session/keys/UnsealForm.tsx';
import { Dialog } from '#renderer/ui/Dialog.tsx';

type Props = {
  bridge: Bridge;
  isNew: boolean;
  onStatus: (status: KeyHomeStatus) => void;
  onClose: () => void;
};

export function Unsealing({ bridge, isNew, onStatus, onClose }: Props) {
  return (
    <Dialog title={isNew ? 'Create a sealed file' : 'Open the sealed file'} onClose={onClose}>
      <UnsealForm
        bridge={bridge}
        isNew={isNew}
        onBack={onClose}
        onOpened={(status) => {
          onStatus(status);
          onClose();
        }}
      />
    </Dialog>
  );
}
