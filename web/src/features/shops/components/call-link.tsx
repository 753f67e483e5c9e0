import type { Shop } from "../../../api/types.ts";
import { track } from "../../../lib/track.ts";
import { Icon } from "../../../ui/icon.tsx";

/** The phone number, one tap away. */
export function CallLink({ shop }: { shop: Shop }) {
  const phone = shop.phone ?? shop.phoneNumber;
  if (!phone) return null;
  return (
    <a
      className="button"
      href={telephoneAddress(shop, phone)}
      onClick={() => track({ eventType: "phone_click", coffeeShopId: shop.id })}
    >
      <Icon name="phone" className="size-5" />
      Call
    </a>
  );
}

export function telephoneAddress(shop: Shop, phone: string): string {
  return `tel:${shop.telephone ?? phone.replace(/[^+\d]/g, "")}`;
}
