import { inTime } from "../api/limits.ts";
import { useSite } from "../lib/site.tsx";
import { useToast } from "../ui/toast.tsx";

/** Shares the page. */
export function ShareButton({ title, path }: { title: string; path: string }) {
  const url = useSite().publicUrl + path;
  const toast = useToast();
  const share = () =>
    inTime(import("./share-page.ts")).then(
      ({ sharePage }) => sharePage(title, url, toast),
      () => toast({ title: "Couldn't share this page", text: url, destructive: true }),
    );
  return (
    <button type="button" className="button button-small noscript:hidden" onClick={share}>
      Share
    </button>
  );
}
