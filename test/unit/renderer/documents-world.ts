// Main's own documents, and windows whose messages travel as a test says: each is sent, reaches main, and is answered.
import { randomUUID } from 'node:crypto';
import type { Bridge } from '#contract/bridge.ts';
import { fail, type Result } from '#contract/failure.ts';
import type { UiArea } from '#contract/ui.ts';
import { createSettings } from '#main/desk/settings/settings.ts';
import { createVersions } from '#main/desk/settings/versions.ts';
import { createPageHandlers } from '#main/gateway/handlers/page.ts';
import { createUiDocuments, type UiDocuments } from '#renderer/core/documents/ui-documents.ts';

export type Window = UiDocuments & {
  asked: { name: string; input: Record<string, unknown> }[];
  due: (() => void)[];
  written(): number;
  problems: string[];
};
/** Takes one step: to main, for the window that `asks`, or back with the answer. */
type Message = { asks?: object; step(): Promise<void> };

const GONE: Result<never> = fail({ kind: 'offline', message: 'Gone.' });

export function createDocumentsWorld(isByHand = false) {
  let file: unknown;
  const store = { read: () => file, write: (value: unknown) => (file = structuredClone(value)) };
  const on = () => Promise.reject(new Error('no call here is about an account'));
  const start = () => {
    const settings = createSettings({ store, log: () => undefined });
    const handlers = createPageHandlers({ on, settings, versions: createVersions(randomUUID) });
    return { settings, handlers: handlers as Record<string, (input: unknown) => unknown> };
  };
  let main = start();
  const travelling: Message[] = [];
  const world = {
    /** Whether main is away, and whether it goes away after it heard. */
    isGone: false,
    losesAnswers: false,
    /** Whether every version is an old one by the time that it is heard. */
    isRestless: false,
    travelling,
    restart: () => (main = start()),
    stored: <A extends UiArea>(area: A) => main.settings.get().ui?.[area],
    /** The messages that are under way, and those that follow from them. */
    async settle() {
      for (await turn(); travelling.length > 0; await turn()) await travelling.shift()?.step();
    },
    open,
  };

  async function answer(name: string, input: unknown): Promise<unknown> {
    if (world.isGone) return GONE;
    if (world.isRestless) world.restart();
    const answered = await main.handlers[name]?.(structuredClone(input));
    return world.losesAnswers ? GONE : structuredClone(answered);
  }

  function open(): Window {
    const asked: Window['asked'] = [];
    const due: Window['due'] = [];
    const problems: string[] = [];
    let written = 0;
    const call = (name: string, input: Record<string, unknown>): Promise<unknown> => {
      asked.push({ name, input });
      if (!isByHand) return answer(name, input);
      return new Promise((resolve) => {
        travelling.push({
          asks: asked,
          async step() {
            const told = await answer(name, input);
            travelling.push({ step: async () => resolve(told) });
          },
        });
      });
    };
    const delay = (_ms: number, run: () => void) => {
      due.push(run);
      return () => due.splice(due.indexOf(run), 1);
    };
    const bridge = { call } as unknown as Bridge;
    const onWritten = () => written++;
    const documents = createUiDocuments({ bridge, delay, newId: randomUUID, onWritten });
    documents.onRemembered((_area, problem) => {
      if (problem !== undefined) problems.push(problem);
    });
    return { ...documents, asked, due, problems, written: () => written };
  }

  return world;
}

/** Until everything that was answered has been heard. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
