// A demo application that asks for access, as main tells of it.
import { Authorization } from '#contract/oauth.ts';
import { ok, type World } from '#test/component/support/world.ts';

const LINK =
  'ballast://oauth/authorize?response_type=code&client_id=demo&redirect_uri=http%3A%2F%2F127.0.0.1%3A9%2Fdemo&scope=trading&state=s1';
const ASK = {
  clientId: 'demo',
  responseType: 'code',
  redirectUri: 'http://127.0.0.1:9/demo',
  scope: 'trading',
  state: 's1',
};

export function demoReplies(main: World, at = Date.now()): void {
  main.answer('oauth.readiness', () =>
    ok({
      hasBrokerHost: true,
      hasBrokerPair: true,
      clientIds: [],
      missing: [],
      isEmbedded: true,
      demoLink: LINK,
    }),
  );
  main.answer('clients.list', () =>
    ok({
      brokerAddress: 'http://127.0.0.1:9',
      apps: [
        {
          clientId: '0f8a3c1e5b7d49d2a6c4e8f012345678',
          name: 'Rebalancer',
          redirectUris: ['http://127.0.0.1:3000/back', 'https://rebalancer.example/back'],
          scopes: ['trading', 'data'],
          isDisabled: false,
        },
      ],
      exchanges: [
        {
          at,
          clientId: '0f8a3c1e5b7d49d2a6c4e8f012345678',
          appName: 'Rebalancer',
          wasRefused: true,
          text: 'Refused: it sent a wrong client secret. It got no token; the code can still be used with the right one.',
        },
      ],
    }),
  );
  main.answer('oauth.grants', () => ok([]));
  main.answer('oauth.access', () =>
    ok({ readAt: at, canRevoke: true, applications: [], byHand: [] }),
  );
  main.answer('oauth.readLink', () => ok(ASK));
  main.answer('oauth.prepare', () =>
    ok(
      Authorization.parse({
        askId: '019a8000-0000-7000-8000-000000000005',
        ask: ASK,
        app: { name: 'Demo application', description: 'Shows how it goes.' },
        isLookedUp: true,
        scopes: [
          {
            scope: 'trading',
            isKnown: true,
            text: 'Place and cancel orders for up to $200,000.00.',
          },
        ],
        lasts: 'Access does not expire.',
        reach: {
          positions: 1,
          buyingPower: '200000',
          value: '760',
          unpriced: 0,
          holdings: [{ symbol: 'AAPL', qty: '4', marketValue: '760' }],
          readAt: at,
        },
        destination: ASK.redirectUri,
        isDestinationListed: true,
        warnings: [],
      }),
    ),
  );
  const address = `${ASK.redirectUri}?code=c1&state=s1`;
  main.answer('oauth.allow', () => ok({ isAllowed: true, address }));
  main.answer('oauth.copyAnswer', () => ok(address));
}
