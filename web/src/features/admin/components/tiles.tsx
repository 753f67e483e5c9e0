import { adminPaths } from "../../../components/admin/paths.ts";
import { useApi } from "../../../kit/api.ts";
import { countText } from "../../../lib/text.ts";

/** The directory in four figures. Nothing waits for them: until they arrive, each shows a dash. */
export function Tiles() {
  const { data } = useApi("/api/admin/stats");
  const tiles = [
    ["Coffee shops", data?.totalShops],
    ["Cities", data?.totalCities],
    ["Users", data?.totalUsers],
    ["Boosted shops", data?.boostedShops],
  ] as const;
  return (
    <>
      <StartLink />
      <AccessLink />
      <Figures tiles={tiles} />
    </>
  );
}

/** Leads once through what a new directory needs. */
function StartLink() {
  const { data } = useApi("/api/admin/first-start");
  if (!data || data.isFinished) return null;
  return (
    <a className="link text-[0.9375rem]" href={adminPaths.firstStart()}>
      Set up your directory
    </a>
  );
}

/** As long as nobody has an app, one password is all that guards the panel. */
function AccessLink() {
  const { data } = useApi("/api/admin/status");
  if (!data || data.asksName === "required") return null;
  return (
    <a className="link text-[0.9375rem]" href={adminPaths.account()}>
      Protect your access
    </a>
  );
}

function Figures({ tiles }: { tiles: readonly (readonly [string, number | undefined])[] }) {
  return (
    <dl className="panel-tiles">
      {tiles.map(([label, figure]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{figure === undefined ? "–" : countText(figure)}</dd>
        </div>
      ))}
    </dl>
  );
}
