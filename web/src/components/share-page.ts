import type { ToastMessage } from "../ui/toast.tsx";

/** Shares a page with another app, or copies its URL if the device can't share. Loaded with the first press. */
export async function sharePage(
  title: string,
  url: string,
  toast: (message: ToastMessage) => void,
) {
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
}
