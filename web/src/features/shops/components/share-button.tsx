import { useSite } from "../../../lib/site.tsx";
import { useToast } from "../../../ui/toast.tsx";

/** Shares the page with another app, or copies its URL if the device can't share. */
export function ShareButton({ title, path }: { title: string; path: string }) {
  const { publicUrl } = useSite();
  const toast = useToast();
  const share = async () => {
    const url = publicUrl + path;
    try {
      if ("share" in navigator) await navigator.share({ title, url });
      else {
        await (navigator as Navigator).clipboard.writeText(url);
        toast({ title: "Link copied" });
      }
    } catch (error) {
      // Closing the device's share sheet isn't an error.
      if ((error as Error).name !== "AbortError")
        toast({ title: "Couldn't share this page", text: url, destructive: true });
    }
  };
  return (
    <button type="button" className="button noscript:hidden" onClick={share}>
      Share
    </button>
  );
}
