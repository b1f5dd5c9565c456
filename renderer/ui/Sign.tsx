type Props = { path: string };

/** Drawn in lines where there is no room for a word, which stands beside it for whoever hears the page. */
export const Sign = ({ path }: Props) => (
  <svg viewBox="0 0 16 16" aria-hidden="true">
    <path d={path} />
  </svg>
);
