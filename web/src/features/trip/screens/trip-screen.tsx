import type { Shop, Trip } from "../../../api/types.ts";
import { ListBesideMap, MapButton } from "../../../components/list-beside-map.tsx";
import { ShareButton } from "../../../components/share-button.tsx";
import { ShopGrid } from "../../../components/shop-card.tsx";
import { Head } from "../../../lib/head.tsx";
import { paths } from "../../../lib/paths.ts";
import { countText } from "../../../lib/text.ts";
import { Pager } from "../../../ui/pager.tsx";
import { TripForm } from "../components/trip-form.tsx";
import type { TripQuery } from "../trip-query.ts";

interface Props {
  data: { trip: Trip };
  query: TripQuery;
}

type Way = NonNullable<Trip["way"]>;

/** The coffee shops on the way between two places, and whether they are open when one gets there. */
export default function TripScreen({ data: { trip }, query }: Props) {
  const { way, problem } = trip;
  const title = way ? `Coffee from ${way.from.name} to ${way.to.name}` : "Coffee on the Way";
  return (
    <div className="page pt-10 md:pt-14">
      <Head
        title={title}
        description="Find the independent coffee shops on your way between two towns, and whether they are open when you get there."
        path={paths.trip({ ...query })}
        robots="noindex,follow"
      />
      <h1 className="font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">{title}</h1>
      {!way && (
        <p className="mt-4 max-w-text text-lg">
          Tell us where you start and where you drive to: we show the independent coffee shops on
          your way, and whether they are open when you get there.
        </p>
      )}
      <TripForm query={query} problem={problem} />
      {problem && (
        <p role="status" className="sr-only">
          {problem.message}
        </p>
      )}
      {way && <Stops trip={trip} way={way} query={query} title={title} />}
    </div>
  );
}

interface StopsProps {
  trip: Trip;
  way: Way;
  query: TripQuery;
  title: string;
}

function Stops({ trip, way, query, title }: StopsProps) {
  const shops = trip.items.map(seenFromRoad);
  const back = paths.trip({ ...query, from: way.to.name, to: way.from.name, depart: "", page: 1 });
  return (
    <section aria-labelledby="stops" className="mt-10">
      <div className="ruled mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="stops" className="font-bold text-2xl">
          {trip.total === 1 ? "1 Coffee Shop" : `${countText(trip.total)} Coffee Shops`}
        </h2>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
          <a className="link py-1 font-semibold" href={back}>
            The way back
          </a>
          {shops.length > 0 && <MapButton />}
          <ShareButton title={title} path={paths.trip({ ...query })} />
        </div>
      </div>
      <p className="mb-5 max-w-text">
        {`You leave on ${way.departs} and arrive about ${way.arrives}: ${way.distance}, ${way.time}. `}
        <span className="text-soft">
          These are estimates that know no roads: your navigation knows better.
        </span>
      </p>
      {shops.length === 0 ? (
        <NoStops way={way} query={query} />
      ) : (
        <>
          <p className="mb-5 text-soft">
            {query.open
              ? "All of them are open when you get there, as far as their hours are known."
              : `${openText(trip)} Times are those of the shop.`}
          </p>
          <ListBesideMap shops={shops} around={null}>
            <ShopGrid shops={shops} leading />
          </ListBesideMap>
          <Pager
            label="Pages of stops"
            page={trip.page}
            pageCount={trip.pageCount}
            hrefOf={(page) => paths.trip({ ...query, page })}
          />
        </>
      )}
    </section>
  );
}

function openText({ openCount, total }: Trip): string {
  if (total === 1)
    return openCount === 1 ? "It is open when you get there." : "It isn't known to be open then.";
  if (openCount === total) return "All are open when you get there.";
  if (openCount === 0) return "None of them is known to be open when you get there.";
  return `${countText(openCount)} of them ${openCount === 1 ? "is" : "are"} open when you get there.`;
}

function NoStops({ way, query }: Pick<StopsProps, "way" | "query">) {
  return (
    <div className="max-w-text">
      <p>
        {query.open
          ? "We know no coffee shop on this way that is open when you get there."
          : "We know no coffee shop on this way."}
      </p>
      <ul className="mt-4 grid gap-1">
        {query.open && (
          <li>
            <a
              className="link py-1 font-semibold"
              href={paths.trip({ ...query, open: false, page: 1 })}
            >
              Show those that are closed, too
            </a>
          </li>
        )}
        {query.detour !== "60" && (
          <li>
            <a
              className="link py-1 font-semibold"
              href={paths.trip({ ...query, detour: "60", page: 1 })}
            >
              Allow a detour of an hour
            </a>
          </li>
        )}
        {[way.from, way.to].map(
          ({ name, slug }) =>
            slug && (
              <li key={slug}>
                <a className="link py-1 font-semibold" href={paths.city(slug)}>
                  {`Coffee shops in ${name}`}
                </a>
              </li>
            ),
        )}
      </ul>
    </div>
  );
}

/** A shop as a list shows it, with its state and its distance as somebody on this trip meets it. */
function seenFromRoad({
  shop,
  along,
  detourMinutes,
  arrives,
  openState,
}: Trip["items"][number]): Shop {
  const detour = detourMinutes < 1 ? "on your way" : `${detourMinutes} min off`;
  return {
    ...shop,
    openState: { ...openState, label: `${arrives}: ${openState.label}` },
    distance: `${along}, ${detour}`,
  };
}
