import { ApiError } from "../../../api/client.ts";
import { call } from "../../../kit/api.ts";
import type { AdminArticle } from "./article-status.tsx";
import { type ArticleValues, bodyOf } from "./article-values.ts";

/** The most letters that the list of articles is searched for. */
const LONGEST_SEARCH = 100;

/** Creates a new article, and finds the one of an earlier attempt whose answer was lost. */
export function makeCreation() {
  /** What was sent without an answer. */
  const lost: ArticleValues[] = [];
  const findCreated = async (): Promise<AdminArticle | null> => {
    for (const sent of lost) {
      const list = await call("get", "/api/admin/blog/articles", {
        query: { search: searchFor(sent.title), page: 1, pageSize: 100 },
      });
      const found = ("items" in list ? list.items : list).find((one) => isMadeOf(one, sent));
      if (found) return found;
    }
    return null;
  };
  /** `isEarlier`: it was made by an earlier attempt, of what was typed then. */
  return async (typed: ArticleValues): Promise<{ article: AdminArticle; isEarlier: boolean }> => {
    const earlier = await findCreated();
    if (earlier) return { article: earlier, isEarlier: true };
    try {
      const body = bodyOf(typed, null);
      const article = await call("post", "/api/admin/blog/articles", { body });
      return { article, isEarlier: false };
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status < 500;
      if (!isRefused) lost.push({ ...typed });
      // An earlier attempt may have come through since, and has the slug.
      const late = isRefused ? await findCreated() : null;
      if (!late) throw error;
      return { article: late, isEarlier: true };
    }
  };
}

const tidy = (text: string) => text.trim().replace(/\s+/g, " ");

const searchFor = (title: string) => {
  const words = tidy(title);
  return words.length > LONGEST_SEARCH
    ? words.slice(0, LONGEST_SEARCH).replace(/ [^ ]*$/, "")
    : words;
};

const isMadeOf = ({ title, content, slug }: AdminArticle, sent: ArticleValues) =>
  tidy(title) === tidy(sent.title) &&
  tidy(content) === tidy(sent.content) &&
  (tidy(sent.slug) === "" || slug === tidy(sent.slug));
