import { useSite } from "../../../lib/site.tsx";

/** The address for questions, or a note that there is none. */
export function SupportAddress() {
  const { supportEmail } = useSite();
  if (!supportEmail) return <span>(no contact address has been set for this installation)</span>;
  return <a href={`mailto:${supportEmail}`}>{supportEmail}</a>;
}
