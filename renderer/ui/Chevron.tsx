/** Says that a button opens something below it. */
export const Chevron = () => (
  <svg className="chevron" viewBox="0 0 8 8" aria-hidden="true">
    <path d="M1 2.5 4 5.5 7 2.5" />
  </svg>
);
