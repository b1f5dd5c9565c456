import { useState, type FormEvent } from 'react';
import type { Failure } from '#contract/failure.ts';
import type { AuthorizationAsk } from '#contract/oauth.ts';
import { FailureNote } from '#renderer/ui/FailureNote.tsx';
import { issueAt } from '#renderer/core/issue-at.ts';
import { textFields } from '#renderer/screens/apps/text-fields.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { Choice } from '#renderer/ui/Select.tsx';

type Props = {
  link: string;
  onLinkChange: (link: string) => void;
  demoLink: string | undefined;
  isLooking: boolean;
  failure: Failure | undefined;
  onLink: (link: string) => void;
  onAsk: (ask: AuthorizationAsk) => void;
};

const EMPTY = { clientId: '', responseType: 'code', redirectUri: '', scope: '', state: '' };
const TYPES = [
  ['code', 'Code'],
  ['token', 'Token'],
] as const;

/** A link or a form; looking at either changes nothing. */
export function AskPanel(props: Props) {
  const { link, onLinkChange, demoLink, isLooking, failure, onLink, onAsk } = props;
  const [ask, setAsk] = useState(EMPTY);
  const field = textFields(ask, setAsk, failure);

  function submitLink(event: FormEvent): void {
    event.preventDefault();
    onLink(link);
  }
  function submitForm(event: FormEvent): void {
    event.preventDefault();
    const { state, ...rest } = ask;
    onAsk({ ...rest, ...(state !== '' && { state }) });
  }

  return (
    <section className="panel panel-padded" aria-labelledby="ask-title" aria-busy={isLooking}>
      <h2 id="ask-title" className="panel-title">
        Authorize an application
      </h2>
      <p className="quiet-text">
        An application that wants access to this account gives you a link that begins with{' '}
        <code>ballast://</code>. Paste it to see who is asking for what. Nothing happens until you
        allow it.
      </p>
      <form className="apps-row" aria-label="Authorization link" onSubmit={submitLink}>
        <Field
          label="Link"
          value={link}
          onChange={onLinkChange}
          maxLength={9_000}
          placeholder="ballast://oauth/authorize?client_id=…"
          issue={issueAt(failure, 'link')}
        />
        <button type="submit" className="primary level" disabled={isLooking}>
          {isLooking ? 'Looking…' : 'Review link'}
        </button>
      </form>
      {demoLink !== undefined && (
        <p className="quiet-text">
          Don’t have a link?{' '}
          <button
            type="button"
            className="small"
            disabled={isLooking}
            onClick={() => onLink(demoLink)}
          >
            Try the demo application
          </button>
        </p>
      )}
      {issueAt(failure, 'link') === undefined && <FailureNote failure={failure} />}
      <details className="apps-details">
        <summary>Enter it by hand</summary>
        <form
          className="form-pair apps-form"
          aria-label="Authorization request"
          onSubmit={submitForm}
        >
          {field('clientId', 'Client id', 64)}
          <Choice
            label="Response type"
            value={ask.responseType}
            options={TYPES}
            onChange={(responseType) => setAsk({ ...ask, responseType })}
            issue={issueAt(failure, 'responseType')}
          />
          {field('redirectUri', 'Redirect address', 2_000)}
          {field('scope', 'Scope', 500, 'trading data')}
          {field('state', 'State', 2_000)}
          <div className="apps-actions">
            <button type="submit" disabled={isLooking}>
              Look up
            </button>
          </div>
        </form>
      </details>
    </section>
  );
}
