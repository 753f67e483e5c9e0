import { adminPaths } from "../../../components/admin/paths.ts";

export function BackToArticles() {
  return (
    <a href={adminPaths.blog()} className="button">
      All articles
    </a>
  );
}
