import { useApi } from "../../../kit/api.ts";
import { momentText } from "../../../kit/time.ts";

/** Until when the session lasts. */
export function Signed() {
  const { data } = useApi("/api/admin/status");
  if (!data?.until) return null;
  return <p className="mt-4 text-soft">{`You are signed in until ${momentText(data.until)}.`}</p>;
}
