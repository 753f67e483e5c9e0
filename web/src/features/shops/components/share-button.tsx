import { useSite } from "../../../lib/site.tsx";
import { useToast } from "../../../ui/toast.tsx";

/** Hands the page to another application, or its address to the clipboard where the device shares nothing. */
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
      // Closing the device's own dialog is no failure.
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
