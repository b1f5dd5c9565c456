import { engineOf, NOTICES } from '#renderer/screens/settings/about/notices.ts';
import { UpdateFacts } from '#renderer/screens/settings/about/UpdateFacts.tsx';
import { useCall } from '#renderer/session/use-call.ts';
import { useSession } from '#renderer/session/session.ts';
import { Fact } from '#renderer/ui/Fact.tsx';

const SHELLS = { electron: 'Desktop application', web: 'In the browser' } as const;

export function AboutSection() {
  const { bridge } = useSession();
  const info = useCall(bridge, 'desk.info', {}).value;
  return (
    <>
      <dl className="facts">
        <Fact name="Ballast">{info?.version ?? <span className="skeleton" />}</Fact>
        <UpdateFacts bridge={bridge} />
        <Fact name="Runs as">{info ? SHELLS[info.shell] : <span className="skeleton" />}</Fact>
        <Fact name="Rendering engine">{engineOf(navigator.userAgent)}</Fact>
        <Fact name="License">
          Apache-2.0, the Ballast authors. It comes without warranty of any kind.
        </Fact>
      </dl>
      <h3 className="subheading">Third-party software</h3>
      <table className="settings-table" aria-label="Licenses">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">For</th>
            <th scope="col">License</th>
            <th scope="col">By</th>
          </tr>
        </thead>
        <tbody>
          {NOTICES.map(({ name, use, license, holder }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{use}</td>
              <td>{license}</td>
              <td>{holder}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
