// ⑥ The page's end of the bridge: Electron's when the preload put it there, loopback otherwise. Same type, same words.
import type { Bridge } from '#contract/bridge.ts';
import { delay } from '#renderer/core/delay.ts';
import { answering, createLoopbackBridge, takeToken } from '#renderer/core/bridge/loopback.ts';

declare global {
  interface Window {
    ballast?: Bridge;
  }
}

export async function createBridge(): Promise<Bridge> {
  return window.ballast
    ? answering(window.ballast)
    : createLoopbackBridge({ token: await takeToken(window), location, delayMs: delay });
}
