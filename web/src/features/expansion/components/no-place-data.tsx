import { NotSetUp } from "../../../components/admin/not-set-up.tsx";

export function NoPlaceData() {
  return (
    <NotSetUp title="No place-data service is set up.">
      Set <code>overpass_url</code> or <code>open_places_file</code> in the server's settings and
      restart it. <code>townperk settings</code> explains both.
    </NotSetUp>
  );
}
