/**
 * Search engines' requirements for each type of structured data (checklist S7 to S12), and what our pages must not
 * claim.
 */

type Data = Record<string, unknown>;

/** All errors in the JSON-LD blocks of one page; empty if there are none. */
export function faultsOfData(blocks: readonly string[], origin: string): string[] {
  const faults: string[] = [];
  for (const block of blocks) {
    try {
      const parsed: unknown = JSON.parse(block);
      for (const item of Array.isArray(parsed) ? parsed : [parsed]) check(item, origin, faults);
    } catch {
      faults.push(`a data block is no JSON: ${block.slice(0, 80)}`);
    }
  }
  return faults;
}

function check(value: unknown, origin: string, faults: string[]) {
  if (!isData(value)) return void faults.push("a data block is no object");
  const missing = (what: Data, keys: readonly string[]) =>
    keys.filter((key) => what[key] === undefined || what[key] === "" || what[key] === null);
  const need = (what: Data, keys: readonly string[], name: string) => {
    for (const key of missing(what, keys)) faults.push(`${name} lacks ${key}`);
  };
  if (value["@context"] !== "https://schema.org") faults.push("a data block without its context");
  if ("aggregateRating" in value || "review" in value)
    faults.push("a rating that is not our own (D11)");
  switch (value["@type"]) {
    case "CafeOrCoffeeShop":
      checkShop(value, need);
      if (value["@id"] !== value.url) faults.push("a shop's @id is not its page");
      break;
    case "BreadcrumbList": {
      const items = listOf(value.itemListElement);
      if (items.length < 2) faults.push("a trail of fewer than two");
      for (const [at, item] of items.entries()) {
        need(item, ["position", "name"], "a crumb");
        if (item.position !== at + 1) faults.push(`crumb ${at + 1} says ${String(item.position)}`);
        if (at < items.length - 1 && !String(item.item).startsWith(origin))
          faults.push(`a crumb leads to ${String(item.item)}`);
      }
      break;
    }
    case "CollectionPage": {
      need(value, ["name", "url", "mainEntity"], "a collection");
      const list = isData(value.mainEntity) ? listOf(value.mainEntity.itemListElement) : [];
      if (list.length > 20) faults.push(`${list.length} members in a collection`);
      for (const { position, item } of list) {
        if (typeof position !== "number") faults.push("a member without position");
        if (isData(item)) checkShop(item, need);
      }
      break;
    }
    case "Blog":
      need(value, ["name", "url", "publisher"], "a blog");
      for (const post of listOf(value.blogPost)) checkPost(post, need, faults);
      break;
    case "BlogPosting":
      need(value, ["image", "publisher"], "an article");
      checkPost(value, need, faults);
      break;
    case "FAQPage":
      faults.push("markup that search engines have retired");
      break;
    case undefined:
      faults.push("a data block without a type");
  }
}

type Need = (what: Data, keys: readonly string[], name: string) => void;

function checkPost(post: Data, need: Need, faults: string[]) {
  need(post, ["headline", "url", "datePublished", "dateModified", "author"], "an article");
  for (const time of [post.datePublished, post.dateModified])
    if (!/(Z|[+-]\d\d:\d\d)$/.test(String(time)))
      faults.push(`a time without zone: ${String(time)}`);
  if (String(post.dateModified) < String(post.datePublished).slice(0, 19))
    faults.push("an article changed before it came out");
  for (const author of listOf(post.author)) need(author, ["name", "url"], "an author");
}

function checkShop(shop: Data, need: Need) {
  need(shop, ["name", "url", "image", "address", "priceRange"], "a shop");
  const address = isData(shop.address) ? shop.address : {};
  need(address, ["addressLocality", "addressRegion", "addressCountry"], "an address");
  for (const hours of listOf(shop.openingHoursSpecification))
    need(hours, ["dayOfWeek", "opens", "closes"], "opening hours");
}

function listOf(value: unknown): Data[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).filter(isData);
}

function isData(value: unknown): value is Data {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
