import { useEffect, useState } from "react";
import { inTime } from "../../api/limits.ts";
import type { CollisionProps } from "./collision-notice.tsx";
import type { Fields } from "./three-way.ts";
import type { Collision } from "./use-merge.ts";

type Loaded = typeof import("./collision-notice.tsx");

interface Props<F extends Fields> extends Omit<CollisionProps<F>, "collision"> {
  collision: Collision<F> | null;
}

/** What was typed here next to what someone else saved meanwhile, for each field that both changed. */
export function MergeNotice<F extends Fields>({ collision, ...props }: Props<F>) {
  const [loaded, setLoaded] = useState<Loaded | "failed" | null>(null);
  const isWanted = collision !== null && loaded === null;
  useEffect(() => {
    if (!isWanted) return;
    inTime(import("./collision-notice.tsx")).then(setLoaded, () => setLoaded("failed"));
  }, [isWanted]);
  if (collision === null || loaded === null) return null;
  if (loaded === "failed")
    return (
      <p role="alert" className="form-failure">
        {`Someone else edited this ${props.what}. Nothing has been saved yet. Reload the page and save again to compare; what you typed is kept.`}
      </p>
    );
  return <loaded.CollisionNotice {...props} collision={collision} />;
}
