import { type Answer, call } from "../../../kit/api.ts";
import { useChanged } from "../../../kit/subjects.ts";
import { momentText } from "../../../kit/time.ts";
import { useAction } from "../../../kit/use-action.ts";
import { useToast } from "../../../ui/toast.tsx";

type Claim = Answer<"get", "/api/your-claims">[number];

interface Props {
  claim: Pick<Claim, "id" | "shopName">;
  proof: NonNullable<Claim["proof"]>;
}

/** What proves a claim that waits, or what is missing, with the line for the shop's website (D100). */
export function ClaimProof({ claim, proof }: Props) {
  const { by, code, message } = proof;
  return (
    <div className="mt-2 max-w-text">
      <p>
        {by !== null && <strong>Proven: </strong>}
        {message}
        {by !== null && " The person who reviews your claim sees that."}
      </p>
      {code !== null && <WebsiteLine claim={claim} proof={proof} code={code} />}
    </div>
  );
}

function WebsiteLine({ claim, proof, code }: Props & { code: string }) {
  const { website, fileUrl, checkedAt, problem, approvesAtOnce } = proof;
  const tell = useChanged();
  const toast = useToast();
  const check = useAction(
    () => call("post", "/api/claims/{id}/check-website", { path: { id: claim.id } }),
    {
      done: (after) => {
        void tell("session", "claim", "shop");
        if (after.status === "approved")
          toast({ title: `${claim.shopName} is yours`, text: "You can edit its page now." });
        else if (after.proof?.by)
          toast({ title: "Found your line", text: "It now stands beside your claim." });
        else
          toast({
            title: "Couldn't find your line",
            text: after.proof?.problem ? `We looked, but ${after.proof.problem}.` : "",
            destructive: true,
          });
      },
      failed: { title: "Couldn't check the website", text: "Please try again." },
    },
  );
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      toast({ title: "Line copied" });
    } catch {
      toast({ title: "Couldn't copy", text: "Select the line and copy it.", destructive: true });
    }
  };
  return (
    <div className="ticket mt-3">
      <p className="font-semibold">Your line</p>
      <p className="mt-1">
        <code className="wrap-anywhere">{code}</code>
      </p>
      <p className="mt-2 text-[0.9375rem] text-soft">
        {`Put it anywhere in the HTML of ${website}, even in a comment or a footer. Or save it as a text file at `}
        <span className="wrap-anywhere">{fileUrl}</span>
        {approvesAtOnce
          ? ". Once we find it, the shop is yours. You can remove it then."
          : ". Once we find it, it stands beside your claim."}
      </p>
      <p role="status" className="mt-2 text-[0.9375rem]">
        {problem !== null &&
          checkedAt !== null &&
          `We looked ${momentText(checkedAt)}: ${problem}.`}
      </p>
      <p className="mt-3 flex flex-wrap gap-3">
        <button
          type="button"
          className="button button-small button-primary"
          aria-disabled={check.busy}
          onClick={() => !check.busy && check.start(undefined)}
        >
          {check.busy ? "Looking..." : "Check my website"}
          <span className="sr-only">{` for ${claim.shopName}`}</span>
        </button>
        <button type="button" className="button button-small" onClick={() => void copy()}>
          Copy the line<span className="sr-only">{` for ${claim.shopName}`}</span>
        </button>
      </p>
    </div>
  );
}
