import { type ReactNode, useEffect } from "react";
import { useApi } from "../../kit/api.ts";
import { PrivateHead } from "../../kit/private-head.tsx";
import { useAlive } from "../../lib/alive.ts";
import { useNavigate } from "../../lib/navigate.ts";
import { paths } from "../../lib/paths.ts";
import { useSite } from "../../lib/site.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Logo } from "../../ui/logo.tsx";
import { AdminGate } from "../sign-in/admin-gate.tsx";
import { AdminMenu, CONTENT, MenuButton } from "./admin-menu.tsx";
import { HeldActs } from "./held-acts.tsx";
import { LogoutButton } from "./logout-button.tsx";
import sheet from "./panel.css?url";
import { adminPaths } from "./paths.ts";
import { SearchEverything } from "./search-everything.tsx";
import { useTabs } from "./tabs.ts";

const TITLE = "Admin Dashboard";

/** The frame of the panel: gate, bar and menu. Visitors don't load its style sheet. */
export default function Workbench({ children }: { children: ReactNode }) {
  const { gate } = useTabs();
  useKeysPage();
  return (
    <>
      <link rel="stylesheet" href={sheet} precedence="panel" />
      <AdminGate
        fallback={(form) => <Gate title={gate?.title ?? TITLE}>{form}</Gate>}
        {...(gate ? { wrong: { title: "Login failed", text: gate.wrong } } : {})}
      >
        <div className="workbench">
          <header className="workbench-bar">
            <MenuButton />
            <Name />
            <h1>{TITLE}</h1>
            <SearchEverything />
            <Who />
            <SiteLink />
            <LogoutButton />
            <a href={`#${CONTENT}`} className="button button-small admin-menu-skip">
              Skip the menu
            </a>
          </header>
          <AdminMenu />
          <main id="content" tabIndex={-1}>
            {children}
          </main>
          <HeldActs />
        </div>
      </AdminGate>
    </>
  );
}

/** `?` opens the page of keys, where a screen has no list of its own. */
function useKeysPage() {
  const navigate = useNavigate();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (key !== "?" || ctrlKey || metaKey || altKey || event.defaultPrevented) return;
      if (document.querySelector("dialog[open], .workbench-gate")) return;
      if (target instanceof Element && target.closest("input, textarea, select")) return;
      navigate(adminPaths.keys());
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [navigate]);
}

function Name() {
  const { name } = useSite();
  return (
    <a href={paths.admin()} className="site-name workbench-name">
      <Logo />
      {name}
    </a>
  );
}

/** Who is signed in, and the way to their account. */
function Who() {
  const { data } = useApi("/api/admin/status");
  return (
    <p className="workbench-who">
      <a className="link" href={adminPaths.account()}>
        {data?.name ?? "Administrator"}
      </a>
    </p>
  );
}

function SiteLink() {
  return (
    <a href={paths.home()} className="button button-small">
      <Icon name="globe" className="size-5" />
      <span className="workbench-word">See the site</span>
    </a>
  );
}

/** The sign-in form. */
function Gate({ title, children }: { title: string; children: ReactNode }) {
  // No screen is here that could say so.
  useAlive();
  return (
    <div className="workbench workbench-gate">
      <PrivateHead title={title} />
      <header className="workbench-bar">
        <Name />
        <SiteLink />
      </header>
      <main id="content" tabIndex={-1}>
        <h1 className="mb-5 font-extrabold text-2xl leading-tight tracking-tight md:text-4xl">
          {title}
        </h1>
        {children}
      </main>
    </div>
  );
}
