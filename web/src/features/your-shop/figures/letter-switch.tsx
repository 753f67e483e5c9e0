import { call, useApi } from "../../../kit/api.ts";
import { useAction } from "../../../kit/use-action.ts";
import { useToast } from "../../../ui/toast.tsx";

const PATH = "/api/your-shop/{slugOrId}/monthly-letter";

/** Whether the owner is emailed the last month's results. A press saves it. */
export function LetterSwitch({ slug }: { slug: string }) {
  const path = { slugOrId: slug };
  const { data, refetch } = useApi(PATH, { path });
  const toast = useToast();
  const change = useAction((isOn: boolean) => call("put", PATH, { path, body: { isOn } }), {
    done: ({ isOn }) => {
      void refetch();
      toast({
        title: isOn ? "The monthly letter is on" : "The monthly letter is off",
        text: isOn
          ? "You'll get the results of each month on one of the first days of the next."
          : "We won't email you the results anymore.",
      });
    },
    failed: {
      title: "Couldn't change the monthly letter",
      text: "Please try again.",
    },
  });
  if (!data) return null;
  return (
    <label className="mt-4 flex max-w-text items-center gap-3 py-2 font-semibold">
      <input
        type="checkbox"
        checked={data.isOn}
        disabled={change.busy}
        onChange={({ target }) => void change.start(target.checked)}
      />
      Email me the results of each month
    </label>
  );
}
