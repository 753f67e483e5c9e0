import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "../../../api/client.ts";
import { messageOf } from "../../../kit/api.ts";
import { PrivateHead } from "../../../kit/private-head.tsx";
import { Async } from "../../../kit/states.tsx";
import { paths } from "../../../lib/paths.ts";
import { type AskedHours, showAskedHours } from "../asked-hours.ts";

interface Props {
  title: string;
  token: string | null;
  children: (asked: AskedHours, reload: () => Promise<unknown>) => ReactNode;
}

/** A page behind a link of the question about hours: what the link is about, or why it doesn't work. */
export function AskedHoursPage({ title, token, children }: Props) {
  const asked = useQuery({
    queryKey: ["asked-hours", token],
    queryFn: ({ signal }) => showAskedHours(token ?? "", signal),
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  // A link that is used, has expired or is somebody else's doesn't get better by trying again.
  const isOver =
    asked.error instanceof ApiError && (asked.error.status === 404 || asked.error.status === 409);
  return (
    <article className="page pt-10 md:pt-14">
      <PrivateHead title={title} />
      <h1 className="font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">{title}</h1>
      {token === null || isOver ? (
        <Instead
          text={
            token === null
              ? "This link is incomplete."
              : messageOf(asked.error, "This link doesn't work.")
          }
        />
      ) : (
        <Async result={asked} what="the hours">
          {(found) => children(found, asked.refetch)}
        </Async>
      )}
    </article>
  );
}

function Instead({ text }: { text: string }) {
  return (
    <>
      <p role="alert" className="mt-4 max-w-text text-lg">
        {text}
      </p>
      <p className="mt-6">
        <a className="button button-primary" href={paths.signIn()}>
          Sign in
        </a>
      </p>
    </>
  );
}
