import { useState } from "react";
import { ApiError } from "../../../api/client.ts";
import { useLinkToken } from "../../../components/sign-in/link-entry.tsx";
import { messageOf } from "../../../kit/api.ts";
import { paths } from "../../../lib/paths.ts";
import { type AskedHours, confirmAskedHours } from "../asked-hours.ts";
import { AskedHoursPage } from "../components/asked-hours-page.tsx";

/** The page behind "Still right" in the half-yearly question about hours. */
export default function ConfirmHoursScreen() {
  const token = useLinkToken();
  return (
    <AskedHoursPage title="Are your hours still right?" token={token}>
      {(asked, reload) => <Confirm token={token ?? ""} asked={asked} reload={reload} />}
    </AskedHoursPage>
  );
}

interface Props {
  token: string;
  asked: AskedHours;
  reload: () => Promise<unknown>;
}

function Confirm({ token, asked, reload }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const [isDone, setDone] = useState(false);
  const press = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem("");
    try {
      await confirmAskedHours(token, asked.version);
      setDone(true);
    } catch (error) {
      setProblem(messageOf(error, "That didn't work. Please try again."));
      // What is shown has changed, or the link was used elsewhere.
      if (error instanceof ApiError && error.status === 409) await reload();
    }
    setBusy(false);
  };
  return (
    <>
      <p className="mt-4 max-w-text text-lg text-soft">
        {`This is what visitors of ${asked.shopName} see:`}
      </p>
      <p className="ticket mt-4 max-w-text whitespace-pre-line">{asked.hours}</p>
      <p role="status" className="mt-4 max-w-text font-semibold text-lg">
        {isDone && "Thank you. The page now says that the hours were confirmed today."}
      </p>
      <div role="alert">{problem && <p className="form-failure">{problem}</p>}</div>
      {isDone ? (
        <p className="mt-6">
          <a className="button" href={paths.shop(asked.slug)}>
            {`See the page of ${asked.shopName}`}
          </a>
        </p>
      ) : (
        <>
          <p className="mt-6">
            <button
              type="button"
              className="button button-primary"
              aria-disabled={isBusy}
              onClick={press}
            >
              {isBusy ? "Confirming..." : "Still right"}
            </button>
          </p>
          <p className="mt-6 max-w-text text-soft">
            If they aren't, use “Change the hours” in the email.
          </p>
        </>
      )}
    </>
  );
}
