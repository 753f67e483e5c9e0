import { useState } from "react";
import { RunProgress } from "../../../components/admin/run-progress.tsx";
import { type Answer, call, messageOf } from "../../../kit/api.ts";
import { useChanged } from "../../../kit/subjects.ts";
import { useAction } from "../../../kit/use-action.ts";
import { plural } from "../../../lib/text.ts";
import { useToast } from "../../../ui/toast.tsx";
import { ImageSearches } from "./image-searches.tsx";

type Found = Answer<"post", "/api/admin/cities/discover-images">;

const FAILED = { title: "Error", text: "Failed to discover images" };

function resultOf(found: Found) {
  if ("jobId" in found) return { title: "Still running", text: "Its progress is shown here." };
  const failed = found.failed > 0 ? ` ${plural(found.failed, "city", "cities")} failed.` : "";
  const problems = found.problems.map((problem) => `${problem} `).join("");
  return {
    title: problems ? "Search incomplete" : "Search complete",
    text: `${problems}${plural(found.updated, "city", "cities")} updated of ${plural(found.checked, "city", "cities")} without an image: ${found.wikipedia} from Wikipedia, ${plural(found.stock, "stock photo")}.${failed}`,
  };
}

/** Looks for images of the cities that have none. The result stays until the next run. */
export function DiscoverImages() {
  const tell = useChanged();
  const toast = useToast();
  const [result, setResult] = useState<{ title: string; text: string } | null>(null);
  const discover = useAction(
    async (_: null) => {
      setResult(null);
      try {
        return await call("post", "/api/admin/cities/discover-images");
      } catch (error) {
        setResult({ title: FAILED.text, text: messageOf(error, FAILED.text) });
        throw error;
      }
    },
    {
      done: (found) => {
        const next = resultOf(found);
        setResult(next);
        toast(next);
        void tell("city", "run");
      },
      failed: FAILED,
    },
  );
  return (
    <section aria-label="Automatic images" className="mt-6">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <button
          type="button"
          className="button button-primary"
          aria-disabled={discover.busy}
          onClick={() => void discover.start(null)}
        >
          {discover.busy ? "Discovering..." : "Auto-Discover Images"}
        </button>
        <p className="max-w-text text-soft">
          Looks for free pictures on Wikipedia, then for stock photos, about a second for each city
          without a photo. Cities with a photo keep it.
        </p>
      </div>
      <RunProgress
        kind="cities.discover_images"
        name="Search for city images"
        onEnded={() => void tell("city", "run")}
      />
      <div role="status">
        {result && (
          <div className="notice mt-5">
            <p className="font-bold">{result.title}</p>
            <p className="mt-1">{result.text}</p>
          </div>
        )}
      </div>
      <ImageSearches />
    </section>
  );
}
