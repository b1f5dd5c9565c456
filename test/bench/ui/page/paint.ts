/** The time at which the next frame begins, before it is drawn. */
export const frame = (): Promise<number> =>
  new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())));

/** Asked for inside a frame: the first moment after it has been drawn. */
export function afterFrame(): Promise<number> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve(performance.now());
    });
    port1.start();
    port2.postMessage(undefined);
  });
}
