import type { ReactNode } from "react";
import type { Shop } from "../../../api/types.ts";
import { paths } from "../../../lib/paths.ts";
import { hostOf, webAddress, websiteRel } from "../../../lib/shop.ts";
import { useSellsBoosts } from "../../../lib/site.tsx";
import { type TrackedEvent, track } from "../../../lib/track.ts";
import { Icon, type IconName } from "../../../ui/icon.tsx";
import { LIST } from "../../../ui/list-role.ts";
import { telephoneAddress } from "./call-link.tsx";
import { ComingDays, HoursTable } from "./hours-table.tsx";
import { StillRight } from "./still-right.tsx";

/** Address, contact and opening hours. */
export function ContactCard({ shop }: { shop: Shop }) {
  const phone = shop.phone ?? shop.phoneNumber;
  const clicked = (eventType: TrackedEvent["eventType"]) => () =>
    track({ eventType, coffeeShopId: shop.id });
  const week = shop.permanentlyClosed ? null : shop.week;
  const website = webAddress(shop.website);
  const store = shop.isBoosted ? webAddress(shop.onlineStoreUrl) : null;
  return (
    <section
      aria-labelledby="contact"
      className="rounded-md border-[1.5px] border-rule bg-raised p-5"
    >
      <h2 id="contact" className="font-bold text-xl">
        {"Contact & Hours"}
      </h2>
      <ul {...LIST} className="mt-4 grid gap-3">
        {shop.address && (
          <Line icon="pin">
            <address className="not-italic">{shop.address}</address>
            {shop.latitude !== null && shop.longitude !== null && (
              <a
                className="link inline-block py-1"
                href={mapAddress(shop.latitude, shop.longitude)}
                rel="noopener"
                onClick={clicked("directions_click")}
              >
                View on a map
              </a>
            )}
          </Line>
        )}
        {phone && (
          <Line icon="phone">
            <a
              className="link inline-block py-1"
              onClick={clicked("phone_click")}
              href={telephoneAddress(shop, phone)}
            >
              {phone}
            </a>
          </Line>
        )}
        {website && (
          <Line icon="globe">
            <a
              className="link inline-block py-1 wrap-anywhere"
              href={website}
              onClick={clicked("website_click")}
              rel={websiteRel(shop)}
            >
              {hostOf(website)}
            </a>
          </Line>
        )}
        {shop.links && (
          <Line icon="bag">
            {shop.links.map(({ label, url }) => (
              <a
                key={url}
                className="link mr-4 inline-block py-1 wrap-anywhere"
                href={url}
                rel={websiteRel(shop)}
              >
                {label}
              </a>
            ))}
          </Line>
        )}
        {!week && (
          <Line icon="clock">
            {!shop.permanentlyClosed && shop.hours && (
              <p className="text-soft">{shop.openState.label}</p>
            )}
            <p className="whitespace-pre-line">
              {shop.permanentlyClosed ? "Permanently closed" : shop.hours || "Hours unknown"}
            </p>
          </Line>
        )}
      </ul>
      {week && <HoursTable week={week} />}
      {!shop.permanentlyClosed && shop.comingDays && <ComingDays days={shop.comingDays} />}
      {week && shop.holidayNotice && (
        <p className="mt-2 font-semibold text-[0.9375rem]">{shop.holidayNotice}</p>
      )}
      {week && shop.hoursNote && <p className="mt-2 text-[0.9375rem]">{shop.hoursNote}</p>}
      {shop.hoursAge && (
        <p className="mt-3 text-[0.9375rem]">
          <span className={`badge badge-${shop.hoursAge.freshness}`}>{shop.hoursAge.label}</span>
          {shop.hoursAge.hint && <span className="block pt-1 text-soft">{shop.hoursAge.hint}</span>}
        </p>
      )}
      <StillRight shop={shop} />
      {store && (
        <div className="mt-5">
          <a className="button button-amber w-full" href={store} rel="sponsored noopener">
            <Icon name="bag" className="size-5" />
            Buy Our Beans
          </a>
          {shop.onlineStoreName && (
            <p className="mt-1.5 text-center text-[0.9375rem] text-soft">{shop.onlineStoreName}</p>
          )}
        </div>
      )}
      {shop.sourceLabel && (
        <p className="mt-5 text-[0.9375rem] text-soft">
          {shop.sourceLabel}
          {shop.license && (
            <>
              {" · "}
              <a className="link" href={paths.dataSources()}>
                {shop.license}
              </a>
            </>
          )}
        </p>
      )}
      {useSellsBoosts() && !shop.permanentlyClosed && (
        <p className="no-print mt-5 border-rule border-t pt-4 text-[0.9375rem]">
          <a className="link inline-block py-1" href={paths.boost(shop.slug)} rel="nofollow">
            Boost This Profile
          </a>
        </p>
      )}
    </section>
  );
}

interface LineProps {
  icon: IconName;
  children: ReactNode;
}

function Line({ icon, children }: LineProps) {
  return (
    <li className="flex gap-3">
      <Icon name={icon} className="mt-1 size-5 text-soft" />
      <div className="min-w-0">{children}</div>
    </li>
  );
}

function mapAddress(latitude: number, longitude: number): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`;
}
