import type { ReactNode } from 'react';

type Props = {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** One of several of this name; a switch of its own otherwise. */
  among?: string;
  isDisabled?: boolean;
  children: ReactNode;
};

/** A box to tick, or one of several, with its words beside it. */
export const Check = ({ isOn, onChange, among, isDisabled = false, children }: Props) => (
  <label className="check">
    <input
      type={among === undefined ? 'checkbox' : 'radio'}
      name={among}
      checked={isOn}
      disabled={isDisabled}
      onChange={(event) => onChange(event.target.checked)}
    />
    <span>{children}</span>
  </label>
);
