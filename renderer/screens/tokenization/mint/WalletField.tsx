import { useEffect, useState } from 'react';
import { describeFailure } from '#contract/failure.ts';
import { shortAddress, type KnownAddress, type WalletAddress } from '#contract/tokenization.ts';
import type { MintFields } from '#renderer/screens/tokenization/mint/mint-form.ts';
import { useSession } from '#renderer/session/session.ts';
import { Combobox } from '#renderer/ui/Combobox.tsx';

type Props = {
  fields: MintFields;
  edit: (change: Partial<MintFields>) => void;
  issue: string | undefined;
};

/** Where the tokens go, typed or from the address book. An address of the book brings its network along. */
export function WalletField({ fields, edit, issue }: Props) {
  const { addresses, note, save, setApproved } = useAddressBook();
  const [name, setName] = useState<string>();
  const network = fields.network.trim();
  const address = fields.walletAddress.trim();
  const known = addresses.find((entry) => entry.address === address);
  const fitting = addresses.filter((entry) => network === '' || entry.network === network);

  function take(value: string): void {
    const entry = addresses.find((one) => one.address === value);
    edit({ walletAddress: value, ...(entry && { network: entry.network }) });
    setName(undefined);
  }

  async function keep(): Promise<void> {
    const entry: WalletAddress = { name: name ?? '', network, address };
    if (await save([...addresses, entry])) setName(undefined);
  }

  return (
    <div className="form-wide wallet">
      <Combobox
        label="Wallet address"
        className="wallet-address"
        value={fields.walletAddress}
        onChange={take}
        maxLength={128}
        offers={fitting.map((entry) => ({
          value: entry.address,
          text: entry.name,
          detail: `${entry.network} ${shortAddress(entry.address)}`,
        }))}
        issue={issue}
        hint={
          known &&
          `In the address book as ${known.name}, on ${known.network}${known.isApproved ? ', approved' : ', not approved yet'}.`
        }
      />
      <div className="wallet-book">
        {known && (
          <button
            type="button"
            className="link"
            onClick={() => void save(addresses.filter((entry) => entry !== known))}
          >
            Remove from address book
          </button>
        )}
        {known && (
          <button type="button" className="link" onClick={() => void setApproved(known)}>
            {known.isApproved ? 'Withdraw approval' : 'Approve this wallet'}
          </button>
        )}
        {!known && name === undefined && address !== '' && network !== '' && (
          <button type="button" className="link" onClick={() => setName('')}>
            Save to address book
          </button>
        )}
        {!known && name !== undefined && (
          <div className="wallet-save">
            <input
              aria-label="Name in the address book"
              placeholder="Name, such as Treasury"
              value={name}
              maxLength={60}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                // It keeps the address; it does not go on to the review.
                event.preventDefault();
                void keep();
              }}
            />
            <button type="button" disabled={name.trim() === ''} onClick={() => void keep()}>
              Save address
            </button>
          </div>
        )}
        <p className="field-issue" aria-live="polite">
          {note}
        </p>
      </div>
    </div>
  );
}

function useAddressBook() {
  const { bridge, profile } = useSession();
  const { accountId } = profile;
  const [addresses, setAddresses] = useState<readonly KnownAddress[]>([]);
  const [note, setNote] = useState<string>();
  useEffect(() => {
    void bridge.call('addresses.get', { accountId }).then((answer) => {
      if (answer.ok) setAddresses(answer.value);
      else setNote(`The address book could not be read. ${describeFailure(answer.failure)}`);
    });
  }, [bridge, accountId]);

  async function save(next: KnownAddress[]): Promise<boolean> {
    // What is approved is main's to say.
    const written = next.map(writtenOf);
    const answer = await bridge.call('addresses.set', { accountId, addresses: written });
    setNote(answer.ok ? undefined : describeFailure(answer.failure));
    if (answer.ok) setAddresses(answer.value);
    return answer.ok;
  }
  /** On a live account main asks in a window of its own. */
  async function setApproved({ network, address, isApproved }: KnownAddress): Promise<void> {
    const name = isApproved ? 'addresses.withdraw' : 'addresses.approve';
    const answer = await bridge.call(name, { accountId, network, address });
    setNote(answer.ok ? undefined : describeFailure(answer.failure));
    if (answer.ok) setAddresses(answer.value);
  }
  return { addresses, note, save, setApproved };
}

const writtenOf = ({ name, network, address }: KnownAddress): WalletAddress => ({
  name,
  network,
  address,
});
