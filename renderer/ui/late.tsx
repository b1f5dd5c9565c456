// A component whose code comes in a file of its own. Where the file is there already it is drawn at once; React's own
// lazy() would show what stands in for it first, and then hold it back for 300 ms so as not to flicker.
import { useEffect, useState, type ComponentType } from 'react';

type Late = {
  Component: ComponentType;
  /** Begins to read the file. Done when it is there, or when it cannot be read: the component says so then. */
  ahead(): Promise<void>;
};

export function late(load: () => Promise<ComponentType>, Waiting: ComponentType): Late {
  let Loaded: ComponentType | undefined;
  let reading: Promise<void> | undefined;

  const read = (): Promise<void> =>
    (reading ??= load().then(
      (component) => {
        Loaded = component;
      },
      (error: unknown) => {
        // The next one to need it tries again.
        reading = undefined;
        throw error;
      },
    ));

  function Component() {
    const [Shown, setShown] = useState(() => Loaded);
    const [problem, setProblem] = useState<{ error: unknown }>();
    useEffect(() => {
      if (Shown) return undefined;
      let isOver = false;
      read().then(
        () => !isOver && setShown(() => Loaded),
        (error: unknown) => !isOver && setProblem({ error }),
      );
      return () => {
        isOver = true;
      };
    }, [Shown]);
    if (problem) throw problem.error;
    return Shown ? <Shown /> : <Waiting />;
  }

  return { Component, ahead: () => read().catch(() => undefined) };
}
