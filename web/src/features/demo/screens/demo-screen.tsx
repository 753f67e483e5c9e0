import { LinkEntry, useLinkToken } from "../../../components/sign-in/link-entry.tsx";
import { call } from "../../../kit/api.ts";
import { PrivateHead } from "../../../kit/private-head.tsx";
import { paths } from "../../../lib/paths.ts";
import { arrive } from "../enter.ts";

/** Behind a link of the console: the demo as the owner of an invented shop. */
export default function DemoScreen() {
  const token = useLinkToken();
  return (
    <article className="page pt-10 md:pt-14">
      <PrivateHead title="See the demo as an owner" />
      <h1 className="font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">
        See the demo as an owner
      </h1>
      {token === null ? (
        <NewLinks text="This page needs a link." />
      ) : (
        <>
          <p className="mt-3 mb-6 max-w-text text-lg text-soft">
            Press the button to look after one of the demo’s coffee shops in this browser. The link
            works once.
          </p>
          <LinkEntry
            token={token}
            send={(sent) => call("post", "/api/demo/link", { body: { token: sent } })}
            done={({ path }) => arrive("owner", path)}
            verb="Log in"
            busy="Logging in..."
            instead={<NewLinks text="Each link works once, for ten minutes." />}
          />
        </>
      )}
    </article>
  );
}

function NewLinks({ text }: { text: string }) {
  return (
    <p className="mt-3 max-w-text text-soft">
      {`${text} `}
      <code>townperk demo links</code>
      {" prints new ones on the server. "}
      <a className="link" href={paths.home()}>
        To the home page
      </a>
    </p>
  );
}
