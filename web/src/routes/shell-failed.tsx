import { useState } from "react";
import { limited } from "../api/limits.ts";
import { Failed } from "../kit/states.tsx";

/**
 * In place of a tab that couldn't be loaded or shown; the panel around it stays. Once the server answers again, the page
 * is loaded anew, because an update may have replaced the tab's script.
 */
export function TabFailed() {
  const [tries, setTries] = useState(0);
  const again = () =>
    limited((signal) => fetch("/healthz", { signal })).then(
      () => location.reload(),
      () => setTries(tries + 1),
    );
  return (
    <>
      <title>This tab couldn't load</title>
      {/* Said again after each attempt. */}
      <Failed key={tries} what="this tab" error={null} again={() => void again()} />
    </>
  );
}
