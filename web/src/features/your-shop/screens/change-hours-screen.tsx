import { useRef, useState } from "react";
import { ApiError } from "../../../api/client.ts";
import { useLinkToken } from "../../../components/sign-in/link-entry.tsx";
import { messageOf } from "../../../kit/api.ts";
import { todayHere } from "../../../kit/days.ts";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { z } from "../../../kit/form/rules.ts";
import { useForm } from "../../../kit/form/use-form.ts";
import { HoursField, weekRule } from "../../../kit/hours/hours-field.tsx";
import { emptyWeek, readHours } from "../../../kit/hours/week.ts";
import { clockText } from "../../../kit/time.ts";
import { paths } from "../../../lib/paths.ts";
import { useToast } from "../../../ui/toast.tsx";
import {
  type AskedHours,
  changeAskedHours,
  keepKey,
  keptKey,
  openAskedHours,
} from "../asked-hours.ts";
import { AskedHoursPage } from "../components/asked-hours-page.tsx";
import { SpecialDaysField } from "../components/special-days-field.tsx";
import { comingFrom, specialDaysRule } from "../special-days.ts";

/** The page behind "Change the hours" in the half-yearly question about hours. */
export default function ChangeHoursScreen() {
  const token = useLinkToken();
  const [opened, setOpened] = useState<AskedHours | null>(null);
  const [kept] = useState(keptKey);
  return (
    <AskedHoursPage title="Change your hours" token={token ?? kept}>
      {(asked, reload) => {
        const now = opened ?? asked;
        return now.key === null ? (
          <Open token={token ?? ""} asked={asked} done={setOpened} reload={reload} />
        ) : (
          <Change asked={now} secret={now.key} />
        );
      }}
    </AskedHoursPage>
  );
}

interface OpenProps {
  token: string;
  asked: AskedHours;
  done: (opened: AskedHours) => void;
  reload: () => Promise<unknown>;
}

/** Opening is a press, because programs that scan emails open links, too. */
function Open({ token, asked, done, reload }: OpenProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const press = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem("");
    try {
      const opened = await openAskedHours(token);
      if (opened.key !== null) keepKey(opened.key);
      done(opened);
    } catch (error) {
      setProblem(messageOf(error, "That didn't work. Please try again."));
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
      <p className="mt-6">
        <button
          type="button"
          className="button button-primary"
          aria-disabled={isBusy}
          onClick={press}
        >
          {isBusy ? "Opening..." : "Change these hours"}
        </button>
      </p>
      <p className="mt-3 max-w-text text-soft">
        Once you press, you have 30 minutes. The link works once.
      </p>
      <div role="alert">{problem && <p className="form-failure">{problem}</p>}</div>
    </>
  );
}

interface ChangeProps {
  asked: AskedHours;
  /** Allows the change. */
  secret: string;
}

function Change({ asked, secret }: ChangeProps) {
  const version = useRef(asked.version);
  const toast = useToast();
  const save = async (change: Parameters<typeof changeAskedHours>[2]) => {
    const after = await changeAskedHours(secret, version.current, change);
    version.current = after.version;
    return after;
  };
  const done = () => toast({ title: "Saved", text: "Visitors can see it now." });
  const until = asked.editableUntil ? clockText(asked.editableUntil) : "";
  return (
    <>
      <p className="mt-4 max-w-text text-lg text-soft">
        {`${asked.shopName} in ${asked.cityName}. You can change the hours here until ${until}.`}
      </p>
      <Week asked={asked} save={save} done={done} />
      <Days asked={asked} save={save} done={done} />
      <p className="mt-8">
        <a className="button" href={paths.shop(asked.slug)}>
          {`See the page of ${asked.shopName}`}
        </a>
      </p>
    </>
  );
}

interface PartProps {
  asked: AskedHours;
  save: (change: Parameters<typeof changeAskedHours>[2]) => Promise<AskedHours>;
  done: () => void;
}

const FAILED = "Your change couldn't be saved. Please try again.";

function Week({ asked, save, done }: PartProps) {
  const week = readHours(asked.weeklyHours ?? "");
  const isUnreadable = week === null || asked.weeklyHours === null;
  const form = useForm({
    id: "asked-week",
    schema: z.object({
      weeklyHours: weekRule().check(z.minLength(1, "Please enter the hours.")),
    }),
    initial: { weeklyHours: week ?? emptyWeek() },
    submit: (change) => save(change),
    done,
    failed: FAILED,
    draft: `asked-week-${asked.slug}`,
  });
  const usual = asked.usualHours ? readHours(asked.usualHours) : null;
  return (
    <section aria-labelledby="week" className="card card-text mt-6">
      <h2 id="week" className="font-bold text-xl">
        Opening hours
      </h2>
      <Form form={form}>
        {isUnreadable && (
          <p className="form-note">{`The week below replaces the current hours: ${asked.hours}`}</p>
        )}
        <HoursField
          form={form}
          name="weeklyHours"
          label="A usual week"
          usual={
            usual
              ? { label: `Start with the usual hours in ${asked.cityName}`, week: usual }
              : undefined
          }
        />
        <p className="mt-5">
          <SubmitButton form={form} busy="Saving...">
            Save the week
          </SubmitButton>
        </p>
      </Form>
    </section>
  );
}

function Days({ asked, save, done }: PartProps) {
  const form = useForm({
    id: "asked-days",
    schema: z.object({ specialDays: specialDaysRule(asked.specialDays) }),
    initial: { specialDays: comingFrom(todayHere(), asked.specialDays) },
    submit: (change) => save(change),
    done,
    failed: FAILED,
    draft: `asked-days-${asked.slug}`,
  });
  return (
    <section aria-labelledby="days" className="card card-text mt-6">
      <h2 id="days" className="font-bold text-xl">
        Special days
      </h2>
      <Form form={form}>
        <SpecialDaysField
          form={form}
          week={readHours(asked.weeklyHours ?? "")}
          stored={asked.specialDays}
        />
        <p className="mt-5">
          <SubmitButton form={form} busy="Saving...">
            Save the days
          </SubmitButton>
        </p>
      </Form>
    </section>
  );
}
