type Props = { why: string };

/** Beside what the broker holds and this desk does not trade. */
export function NotTraded({ why }: Props) {
  return (
    <span className="tag" title={why}>
      not traded here<span className="visually-hidden">. {why}</span>
    </span>
  );
}
