/** In place of the form while no place-data service is set up. */
export function NotSetUp() {
  return (
    <div className="notice">
      <p className="font-bold">No place-data service is set up.</p>
      <p className="mt-2">
        {"Set "}
        <code>overpass_url</code>
        {" or "}
        <code>open_places_file</code>
        {" in the server's settings and restart it. "}
        <code>townperk settings</code>
        {" explains both."}
      </p>
    </div>
  );
}
