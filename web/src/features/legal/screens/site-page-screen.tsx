import type { SitePage } from "../../../api/types.ts";
import { TextPage } from "../components/text-page.tsx";

/** Terms, privacy, imprint, or another page of the operator's. */
export default function SitePageScreen({ data: { page } }: { data: { page: SitePage } }) {
  return (
    <TextPage
      title={page.title}
      description={page.description}
      path={page.path}
      updated={page.updated ?? undefined}
      html={page.contentHtml}
    />
  );
}
