import { useState } from 'react';
import { Sign } from '#renderer/ui/Sign.tsx';
import type { OrderActions } from '#renderer/trading/orders/order-actions.ts';
import { orderWords, type OrderRow } from '#renderer/trading/orders/order-rows.ts';
import { NotTraded } from '#renderer/ui/NotTraded.tsx';
import { useHiding } from '#renderer/ui/privacy.ts';

type Props = {
  row: OrderRow;
  actions: OrderActions;
  /** There is room for a sign in place of each word. */
  isTight?: boolean;
};

export function OrderButtons({ row, actions, isTight = false }: Props) {
  const { orderId, intentId, group } = row;
  const [isAsked, setAsked] = useState(false);
  const words = useHiding()(orderWords(row));

  async function cancel(id: string): Promise<void> {
    setAsked(true);
    await actions.cancel(id);
    setAsked(false);
  }

  return (
    <>
      {group === 'open' && orderId !== undefined && !row.isAwaited && (
        <>
          <RowButton
            name={`Cancel order: ${words}`}
            text="Cancel"
            sign={isTight && 'M4 4l8 8M12 4l-8 8'}
            isOff={isAsked}
            onPress={() => void (isAsked || cancel(orderId))}
          />
          {row.notTraded === undefined && row.isChangeable && (
            <RowButton
              name={`Change order: ${words}`}
              text="Change"
              sign={isTight && 'M3.5 12.5l.6-2.6 6.9-6.9 2 2-6.9 6.9zM9.6 4.4l2 2'}
              onPress={() => actions.change(orderId)}
            />
          )}
          {row.notTraded !== undefined && <NotTraded why={row.notTraded} isTight={isTight} />}
        </>
      )}
      {intentId !== undefined && (
        <RowButton
          name={`Evidence: ${words}`}
          text="Evidence"
          sign={isTight && 'M3 4.5h10M3 8h10M3 11.5h6'}
          onPress={() => actions.evidence(intentId)}
        />
      )}
      {/* What is not traded here was placed elsewhere, and there is no room to say both. */}
      {actions.isElsewhere(row) && !(group === 'open' && row.notTraded !== undefined) && (
        <span
          className={isTight ? 'row-sign' : 'tag'}
          title="This desk did not place this order: no order here has its id."
        >
          <span className="visually-hidden">placed {isTight && 'elsewhere'}</span>
          {isTight ? <Sign path="M5 11l6-6M6 5h5v5" /> : 'elsewhere'}
        </span>
      )}
    </>
  );
}

type ButtonProps = {
  /** Whole, for whoever hears it alone. */
  name: string;
  text: string;
  /** Drawn in place of the text: a path. */
  sign: string | false;
  isOff?: boolean;
  onPress: () => void;
};

const RowButton = ({ name, text, sign, isOff = false, onPress }: ButtonProps) => (
  <button
    type="button"
    className={sign ? 'small row-sign' : 'small'}
    aria-label={name}
    title={sign ? text : undefined}
    // A button that is disabled loses the focus.
    aria-disabled={isOff || undefined}
    onClick={onPress}
  >
    {sign ? <Sign path={sign} /> : text}
  </button>
);
