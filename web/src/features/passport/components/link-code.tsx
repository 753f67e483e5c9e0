import { useId, useState } from "react";
import { inTime } from "../../../api/limits.ts";
import type { Code } from "../../../lib/draw-code.ts";
import type { Passport } from "../../../lib/passport.ts";
import { plural } from "../../../lib/text.ts";
import { useToast } from "../../../ui/toast.tsx";
import { MAX_IN_CODE } from "../link.ts";

interface Props {
  passport: Passport;
  /** The URL that contains these shops. */
  addressOf: (shops: Passport) => string;
}

/** The link as a QR code. Its code is loaded on the first press. */
export function LinkCode({ passport, addressOf }: Props) {
  const toast = useToast();
  const [draw, setDraw] = useState<((address: string) => Code) | null>(null);
  const [shown, setShown] = useState(false);
  const id = useId();
  const press = async () => {
    if (shown || draw) return setShown(!shown);
    try {
      const { drawCode } = await inTime(import("../../../lib/draw-code.ts"));
      setDraw(() => drawCode);
      setShown(true);
    } catch {
      toast({
        title: "The QR code couldn't load",
        text: "Please check your connection and try again.",
        destructive: true,
      });
    }
  };
  const shops = passport.slice(0, MAX_IN_CODE);
  return (
    <>
      <button
        type="button"
        className="button"
        aria-expanded={shown}
        aria-controls={id}
        onClick={press}
      >
        {shown ? "Hide QR code" : "Show QR code"}
      </button>
      <figure id={id} hidden={!shown} className="w-full">
        {shown && draw && <CodePicture code={draw(addressOf(shops))} count={shops.length} />}
        <figcaption className="mt-2 text-soft">
          Point the other device's camera at it.
          {passport.length > MAX_IN_CODE &&
            ` It holds the first ${MAX_IN_CODE}; the link and a file hold more.`}
        </figcaption>
      </figure>
    </>
  );
}

/** Dark on white in both modes, because many cameras can't read anything else. */
function CodePicture({ code: { size, path }, count }: { code: Code; count: number }) {
  return (
    <svg
      role="img"
      aria-label={`QR code of the link to your passport with ${plural(count, "shop")}`}
      className="passport-code"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
