import { useState } from "react";
import { BarChart } from "../../../kit/charts/bar-chart.tsx";
import { RankBars } from "../../../kit/charts/rank-bars.tsx";
import { CodeEntry } from "../../../kit/code-field.tsx";
import { Combobox } from "../../../kit/combobox.tsx";
import { useConfirm } from "../../../kit/confirm.tsx";
import { Dialog } from "../../../kit/dialog.tsx";
import { DifferenceList } from "../../../kit/differences/difference-list.tsx";
import { Empty, Failed } from "../../../kit/states.tsx";
import { TabLinks } from "../../../kit/tab-links.tsx";
import { FileField } from "../../../kit/upload/file-field.tsx";
import { CITIES } from "../samples.ts";
import { KitForm } from "./kit-form.tsx";
import { KitTable } from "./kit-table.tsx";
import { Part } from "./part.tsx";

/** The page's query, with the state of the table. */
export interface KitQuery {
  find: string;
  sort: string;
  direction: string;
  tab: string;
  page: number;
}

const VOTES = [12, 18, 9, 31, 27, 40, 22, 16, 19, 24, 35, 44, 38, 29].map((value, index) => ({
  label: `Mar ${index + 1}`,
  value,
  before: Math.round(value * 0.7) + (index % 3) * 4,
}));

const DIFFERENCES = [
  {
    field: "hours",
    label: "Hours",
    now: "Mon-Fri 7am-5pm, Sat 8am-2pm",
    suggested: "Mon-Fri 6:30am-5pm, Sat 8am-2pm",
    source: "OpenStreetMap",
    age: "3 days ago",
  },
  { field: "phone", label: "Phone", now: "", suggested: "318-555-0100", source: "A visitor" },
];

/** The components of owners' and the administrator's screens. */
export function KitParts({ theme, query }: { theme: string; query: KitQuery }) {
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set(["hours"]));
  const tabHref = (tab: string) => (tab === "shops" ? "/design" : `/design?tab=${tab}`);
  return (
    <>
      <Part title="Form">
        <KitForm id={`design-${theme}`} />
      </Part>
      <Part title="Code">
        <CodeEntry
          address="ann@shop.example"
          check={(code) => Promise.resolve(code)}
          done={() => undefined}
          again={() => Promise.resolve()}
          other={() => undefined}
          verb="Sign in"
          busy="Signing in..."
        />
      </Part>
      <Part title="Dialogs">
        <Dialogs />
      </Part>
      <Part title="Tabs">
        <TabLinks
          label={`Parts, ${theme}`}
          current={tabHref(query.tab)}
          tabs={[
            { text: "Coffee Shops", href: tabHref("shops") },
            { text: "Local Vibes", href: tabHref("stories"), count: 3 },
            { text: "Business Claims", href: tabHref("claims") },
          ]}
        />
      </Part>
      <Part title="Table">
        <KitTable query={query} theme={theme} />
      </Part>
      <Part title="States">
        <div className="grid gap-4">
          <Failed what="the claims" error={null} again={() => undefined} />
          <Empty
            action={
              <a className="button button-small" href="/list-shop">
                List a shop
              </a>
            }
          >
            No coffee shops found
          </Empty>
        </div>
      </Part>
      <Part title="Differences">
        <DifferenceList differences={DIFFERENCES} accepted={accepted} onAccept={setAccepted} />
      </Part>
      <Part title="Options">
        <TownBox theme={theme} />
      </Part>
      <Part title="Files">
        <FileField
          label="Photos"
          hint="JPEG, PNG or WebP, 5 MB each."
          most={5_000_000}
          send={pretendToSend}
          done={() => undefined}
        />
      </Part>
      <Part title="Figures">
        <div className="grid items-start gap-10 lg:grid-cols-2">
          <BarChart
            title="Votes"
            span="March 1 to 14, 2026"
            sentence="364 votes, 30% more than in the two weeks before."
            unit="votes"
            beforeLabel="two weeks before"
            points={VOTES}
            csv="votes"
          />
          <RankBars
            title="Most viewed shops"
            unit="Views"
            rows={CITIES.map(({ id, name, state }, index) => ({
              key: id,
              name,
              hint: state,
              href: "/design",
              value: 1200 - index * 310,
            }))}
          />
        </div>
      </Part>
    </>
  );
}

function Dialogs() {
  const [isOpen, setOpen] = useState(false);
  const [confirmation, confirm] = useConfirm();
  const [answer, setAnswer] = useState("");
  const ask = async () => {
    const isYes = await confirm({
      title: "Delete “The Copper Kettle”?",
      text: "Its page answers “removed” from then on. Stories and votes are kept for 30 days.",
      verb: "Delete coffee shop",
      keep: "Keep it",
      destructive: true,
    });
    setAnswer(isYes ? "Deleted." : "Kept.");
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Open a dialog
      </button>
      <button type="button" className="button button-danger" onClick={ask}>
        Ask a question
      </button>
      <span role="status">{answer}</span>
      {confirmation}
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Copy Monday's hours">
        <p className="mt-3">What stands in a dialog.</p>
        <button type="button" className="button mt-5" onClick={() => setOpen(false)}>
          Close it
        </button>
      </Dialog>
    </div>
  );
}

function TownBox({ theme }: { theme: string }) {
  const [text, setText] = useState("");
  const id = `design-town-${theme}`;
  const find = (sought: string) =>
    Promise.resolve(
      CITIES.filter(({ name }) => name.toLowerCase().includes(sought.toLowerCase())).map(
        (town) => ({ value: town.id, text: town.name, hint: town.stateName }),
      ),
    );
  return (
    <div className="max-w-sm">
      <label htmlFor={id} className="field-label">
        Town
      </label>
      <Combobox
        label="Towns"
        text={text}
        onText={setText}
        onChoose={(town) => setText(town.text)}
        find={find}
        above={0}
        control={{ id }}
      />
    </div>
  );
}

/** Takes three seconds, and fails for files with "fail" in their name. */
async function pretendToSend(
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
) {
  for (let tenth = 1; tenth <= 10 && !signal.aborted; tenth += 1) {
    await new Promise((done) => setTimeout(done, 300));
    onProgress(tenth / 10);
    if (tenth === 6 && file.name.includes("fail")) throw new Error("no connection");
  }
}
