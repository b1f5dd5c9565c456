import { AppearanceForm } from '#renderer/frame/AppearanceForm.tsx';
import { useSession } from '#renderer/session/session.ts';
import { useUiDocument } from '#renderer/session/ui-documents.ts';

export function AppearanceSection() {
  const { profile } = useSession();
  const [appearance, setAppearance] = useUiDocument('appearance');
  const isLive = profile.environment === 'live';
  return (
    <>
      <AppearanceForm />
      <div className="settings-block">
        <label className="check">
          <input
            type="checkbox"
            checked={appearance.isReviewSkipped}
            onChange={(event) =>
              setAppearance({ ...appearance, isReviewSkipped: event.target.checked })
            }
          />
          <span>Place orders without the review, on paper and embedded accounts</span>
        </label>
        <p className={appearance.isReviewSkipped ? 'settings-warning' : 'quiet-text'}>
          An order then goes with the first press of the button, as it stands in the ticket; the
          guards still look at it.{' '}
          {isLive
            ? 'This account is live: here the review always comes first.'
            : 'On a live account the review always comes first.'}
        </p>
      </div>
    </>
  );
}
