import type { BoostVisibility } from "../../../api/types.ts";
import { Icon } from "../../../ui/icon.tsx";
import { LIST } from "../../../ui/list-role.ts";

/** What a boost includes. The figure is shown only if there is one, with its source (D26). */
export function Benefits({ visibility: { percent, source } }: { visibility: BoostVisibility }) {
  const benefits = [
    {
      title: "Featured badge and golden highlighting",
      text: "Your shop's card and page are marked, and easy to spot.",
    },
    {
      title: "Priority placement in search results",
      text: "When shops match a search equally well, yours comes first.",
    },
    {
      title: "Increased visibility",
      text: "Your shop is at the top of its town's page and rotates on the home page.",
    },
    {
      title: "“Buy Our Beans” button",
      text: "A button on your page that leads to your online store.",
    },
    percent !== null
      ? {
          title: `${percent}% more profile views on average`,
          text: source,
        }
      : {
          title: "More profile views",
          text: "Shops people see first get more visits. How many more depends on your town.",
        },
  ];
  return (
    <ul {...LIST} className="mt-4 grid gap-4 sm:grid-cols-2">
      {benefits.map(({ title, text }) => (
        <li key={title} className="flex gap-3">
          <Icon name="check" className="mt-0.5 size-6 text-amber" />
          <div>
            <p className="font-semibold">{title}</p>
            <p className="text-soft">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
