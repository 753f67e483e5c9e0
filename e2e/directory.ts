/** The parts of the API's answers that the tests need. */
export interface Town {
  slug: string;
  name: string;
  state: string;
  coffeeShopCount: number;
}

export interface Shop {
  slug: string;
  name: string;
  address: string;
}

export interface Article {
  slug: string;
  title: string;
  publishedLabel: string;
  category: { slug: string; name: string } | null;
  tags: readonly { slug: string; name: string }[];
}

/** The contents of the server under test. Fetched rather than hard-coded, because the demo's towns may change. */
export interface Directory {
  /** The town with the most shops, which is one of the popular towns on the home page. */
  town: Town;
  /** The shops on the first page of that town, in order. */
  shops: readonly Shop[];
  /** The first of `shops`. */
  shop: Shop;
  /** Published articles, newest first. */
  articles: readonly Article[];
  /** The newest of `articles`. */
  article: Article;
}

export async function readDirectory(url: string): Promise<Directory> {
  const towns = await read<Town[]>(`${url}/api/cities/all`);
  const town = towns.reduce((most, next) =>
    next.coffeeShopCount > most.coffeeShopCount ? next : most,
  );
  const { items: shops } = await read<{ items: Shop[] }>(
    `${url}/api/cities/${town.slug}/coffee-shops?page=1&pageSize=48`,
  );
  const [shop] = shops;
  if (!shop) throw new Error(`${town.name} has no shops`);
  const articles = await read<Article[]>(`${url}/api/blog/articles`);
  const [article] = articles;
  if (!article) throw new Error("there are no articles");
  return { town, shops, shop, articles, article };
}

async function read<T>(url: string): Promise<T> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.json() as Promise<T>;
}
