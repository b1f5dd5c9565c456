import { useId } from 'react';
import type { TokenizationTerms } from '#contract/tokenization.ts';
import {
  isNarrowed,
  NO_FILTER,
  type RequestFilter,
  type RequestRow,
} from '#renderer/screens/tokenization/requests/request-rows.ts';
import { Choice } from '#renderer/ui/Select.tsx';
import { WhenInput } from '#renderer/ui/WhenInput.tsx';

type Props = {
  filter: RequestFilter;
  onChange: (filter: RequestFilter) => void;
  terms: TokenizationTerms | undefined;
  rows: Iterable<RequestRow>;
};

/** The seven filters of the service. What it may add to its open sets is offered once it was seen. */
export function RequestFilters({ filter, onChange, terms, rows }: Props) {
  const edit = (change: Partial<RequestFilter>) => onChange({ ...filter, ...change });
  const seen = [...rows].map(({ request }) => request);
  const types = withSeen(
    ['mint', 'redeem'],
    seen.map(({ type }) => type),
  );
  const statuses = withSeen(
    ['pending', 'completed', 'rejected'],
    seen.map(({ status }) => status),
  );
  return (
    <div className="filters request-filters" role="group" aria-label="Filter requests">
      <OneOf label="Type" value={filter.type} options={types} onChange={(type) => edit({ type })} />
      <OneOf
        label="Status"
        value={filter.status}
        options={statuses}
        onChange={(status) => edit({ status })}
      />
      <Labelled label="Underlying symbol">
        {(id) => (
          <input
            id={id}
            value={filter.underlyingSymbol}
            maxLength={20}
            autoComplete="off"
            spellCheck={false}
            placeholder="any"
            onChange={(event) => edit({ underlyingSymbol: event.target.value.toUpperCase() })}
          />
        )}
      </Labelled>
      <OneOf
        label="Issuer"
        value={filter.issuer}
        options={withSeen(
          terms?.issuers ?? [],
          seen.map(({ issuer }) => issuer),
        )}
        onChange={(issuer) => edit({ issuer })}
      />
      <OneOf
        label="Network"
        value={filter.network}
        options={withSeen(
          terms?.networks ?? [],
          seen.map(({ network }) => network),
        )}
        onChange={(network) => edit({ network })}
      />
      <Moment label="After" value={filter.after} onChange={(after) => edit({ after })} />
      <Moment label="Before" value={filter.before} onChange={(before) => edit({ before })} />
      {isNarrowed(filter) && (
        <button type="button" className="small level" onClick={() => onChange(NO_FILTER)}>
          Clear filter
        </button>
      )}
    </div>
  );
}

const withSeen = (known: readonly string[], seen: readonly string[]): string[] => [
  ...new Set([...known, ...seen]),
];

type LabelledProps = { label: string; children: (id: string) => React.ReactNode };

function Labelled({ label, children }: LabelledProps) {
  const id = useId();
  return (
    <div className="field request-filter">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

type OneOfProps = {
  label: string;
  value: string;
  options: readonly string[];
  onChange: (value: string) => void;
};

const OneOf = ({ label, value, options, onChange }: OneOfProps) => (
  <Choice
    label={label}
    className="request-filter"
    value={value}
    options={[
      ['', 'any'],
      ...withSeen(options, value === '' ? [] : [value]).map((one) => [one, one] as const),
    ]}
    onChange={onChange}
  />
);

type MomentProps = { label: string; value: string; onChange: (value: string) => void };

function Moment({ label, value, onChange }: MomentProps) {
  return (
    <Labelled label={label}>
      {(id) => (
        <WhenInput
          id={id}
          kind="moment"
          title="New York time"
          value={value}
          isOptional
          onChange={onChange}
        />
      )}
    </Labelled>
  );
}
