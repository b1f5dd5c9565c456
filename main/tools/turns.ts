/** Runs the jobs of one key one after the other, however each of them ends. */
export type InTurn = <T>(key: string, job: () => Promise<T>) => Promise<T>;

export function createTurns(): InTurn {
  const turns = new Map<string, Promise<unknown>>();
  return (key, job) => {
    const answer = (turns.get(key) ?? Promise.resolve()).then(job);
    const settled = answer.catch(() => undefined);
    turns.set(key, settled);
    void settled.then(() => turns.get(key) === settled && turns.delete(key));
    return answer;
  };
}
