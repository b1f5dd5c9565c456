import '#renderer/screens/settings/settings.css';
import { useRef, useState } from 'react';
import { SECTIONS } from '#renderer/screens/settings/sections.tsx';
import { useCall } from '#renderer/session/use-call.ts';
import { useSession } from '#renderer/session/session.ts';

/** How far below the top edge a section begins to be the one that is read. */
const READING_LINE_PX = 96;
/** What is left free above a section that was asked for. */
const EDGE_PX = 12;

export function SettingsScreen() {
  const { bridge, profile } = useSession();
  const { environment } = profile;
  const shell = useCall(bridge, 'desk.info', {}).value?.shell;
  const page = useRef<HTMLElement>(null);
  const sections = SECTIONS.filter(({ isFor }) => !isFor || isFor({ environment, shell }));
  const [current, setCurrent] = useState(sections[0]?.id);

  function onScroll(): void {
    const { scrollTop, scrollHeight, clientHeight } = page.current ?? NOWHERE;
    const line = (page.current?.getBoundingClientRect().top ?? 0) + READING_LINE_PX;
    const isAtEnd = scrollTop + clientHeight >= scrollHeight - 2;
    const read = sections.findLast(
      ({ id }) => (document.getElementById(headingId(id))?.getBoundingClientRect().top ?? 0) < line,
    );
    setCurrent(isAtEnd ? sections.at(-1)?.id : (read ?? sections[0])?.id);
  }

  function goTo(id: string): void {
    const heading = document.getElementById(headingId(id));
    const top = (heading?.closest<HTMLElement>('.settings-section')?.offsetTop ?? 0) - EDGE_PX;
    page.current?.scrollTo({ top });
    heading?.focus({ preventScroll: true });
    setCurrent(id);
  }

  return (
    <div className="settings">
      <nav className="settings-nav" aria-label="Settings sections">
        {sections.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            className="settings-link"
            aria-current={id === current ? 'true' : undefined}
            onClick={() => goTo(id)}
          >
            {title}
          </button>
        ))}
      </nav>
      <main ref={page} className="settings-page" aria-label="Settings" onScroll={onScroll}>
        {sections.map(({ id, title, component: Component, hasTitle }) =>
          hasTitle ? (
            <div
              key={id}
              id={headingId(id)}
              className="settings-section settings-bare"
              tabIndex={-1}
            >
              <Component />
            </div>
          ) : (
            <section key={id} className="settings-section" aria-labelledby={headingId(id)}>
              <h2 id={headingId(id)} className="heading" tabIndex={-1}>
                {title}
              </h2>
              <Component />
            </section>
          ),
        )}
      </main>
    </div>
  );
}

const NOWHERE = { scrollTop: 0, scrollHeight: 0, clientHeight: 0 };
const headingId = (id: string): string => `settings-${id}`;
