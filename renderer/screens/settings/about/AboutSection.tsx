import { engineOf, NOTICES } from '#renderer/screens/settings/about/notices.ts';
import { useCall } from '#renderer/session/use-call.ts';
import { useSession } from '#renderer/session/session.ts';

const SHELLS = { electron: 'Desktop application', web: 'In the browser' } as const;

export function AboutSection() {
  const { bridge } = useSession();
  const info = useCall(bridge, 'desk.info', {}).value;
  return (
    <>
      <dl className="facts">
        <div>
          <dt>Ballast</dt>
          <dd>{info?.version ?? <span className="skeleton" />}</dd>
        </div>
        <div>
          <dt>Runs as</dt>
          <dd>{info ? SHELLS[info.shell] : <span className="skeleton" />}</dd>
        </div>
        <div>
          <dt>Drawn by</dt>
          <dd>{engineOf(navigator.userAgent)}</dd>
        </div>
        <div>
          <dt>Licence</dt>
          <dd>Apache-2.0, the Ballast authors. It comes without warranty of any kind.</dd>
        </div>
      </dl>
      <h3 className="subheading">The work of others inside</h3>
      <table className="settings-table" aria-label="Licences">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">For</th>
            <th scope="col">Licence</th>
            <th scope="col">By</th>
          </tr>
        </thead>
        <tbody>
          {NOTICES.map(({ name, use, licence, holder }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{use}</td>
              <td>{licence}</td>
              <td>{holder}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
