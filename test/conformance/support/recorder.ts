// The one thing between the SDK and the broker: a fetch that sends what was meant for the service to the broker, as it is,
// and keeps a copy of every answer for the official documents to judge.
import type { BrokerAddresses } from './broker.ts';

export type DocumentName = 'trading' | 'data' | 'broker';
export type Answer = {
  document: DocumentName;
  method: string;
  path: string;
  status: number;
  headers: Headers;
  body: string;
};
export type Recorder = {
  fetchApi: typeof fetch;
  answers(): readonly Answer[];
  last(): Answer;
};

const DOCUMENTS: Record<string, 'trading' | 'data'> = {
  'https://paper-api.alpaca.markets': 'trading',
  'https://data.alpaca.markets': 'data',
};

export function createRecorder(broker: BrokerAddresses): Recorder {
  const answers: Answer[] = [];
  return {
    async fetchApi(input, init) {
      const asked = new URL(input instanceof Request ? input.url : input);
      // what is asked of the broker's own address is the Broker API, which the SDK does not speak
      const document = asked.origin === broker.broker ? 'broker' : DOCUMENTS[asked.origin];
      if (!document) throw new Error(`the SDK asked ${asked.origin}, which is not the broker`);
      const origin = document === 'data' ? broker.data : broker.rest;
      const answer = await fetch(`${origin}${asked.pathname}${asked.search}`, init);
      const { status, headers } = answer;
      const body = await answer.clone().text();
      const method = init?.method ?? 'GET';
      answers.push({ document, method, path: asked.pathname, status, headers, body });
      return answer;
    },
    answers: () => answers,
    last() {
      const answer = answers.at(-1);
      if (!answer) throw new Error('nothing was asked yet');
      return answer;
    },
  };
}
