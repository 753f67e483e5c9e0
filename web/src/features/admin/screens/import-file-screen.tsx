import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { adminPaths } from "../../../components/admin/paths.ts";
import { RunProgress } from "../../../components/admin/run-progress.tsx";
import { call, useApi } from "../../../kit/api.ts";
import { useConfirm } from "../../../kit/confirm.tsx";
import { Async } from "../../../kit/states.tsx";
import { useChanged } from "../../../kit/subjects.ts";
import { dayText } from "../../../kit/time.ts";
import { useAction } from "../../../kit/use-action.ts";
import { useNavigate } from "../../../lib/navigate.ts";
import { useToast } from "../../../ui/toast.tsx";
import { ImportForm } from "../components/import-form.tsx";
import { ImportResult } from "../components/import-result.tsx";
import { type ImportFile, sizeText } from "../components/import-types.ts";

/** An uploaded list: its columns, what would happen, and the import. */
export default function ImportFileScreen({ params: { id } }: { params: { id: string } }) {
  return (
    <AdminPage
      title="Import a list"
      action={
        <a className="link" href={adminPaths.imports()}>
          All imports
        </a>
      }
    >
      <Loaded id={id} />
    </AdminPage>
  );
}

function Loaded({ id }: { id: string }) {
  const file = useApi("/api/admin/import-files/{id}", { path: { id } });
  return (
    <Async result={file} what="the list">
      {(loaded) => <Parts file={loaded} />}
    </Async>
  );
}

const isOpen = ({ run }: ImportFile) => run?.state === "waiting" || run?.state === "running";

function Parts({ file }: { file: ImportFile }) {
  const tell = useChanged();
  const { name, bytes, format, keptUntil, run, missing } = file;
  const open = isOpen(file);
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h3 className="break-words font-bold text-xl">{name}</h3>
          <p className="mt-1 text-[0.9375rem] text-soft">
            {`${format}, ${sizeText(bytes)}, kept until ${dayText(keptUntil)}`}
          </p>
          {missing && <p className="mt-2 max-w-text text-red">{missing}</p>}
        </div>
        {!open && <Remove file={file} />}
      </header>
      <RunProgress
        kind="imports.run"
        name="Reading a list"
        onEnded={() => void tell("import", "run", "shop", "city")}
      />
      <div role="status" className="mt-5 empty:hidden">
        {!open && run?.state === "canceled" && !file.outcome && (
          <p>Canceled before it had begun to read.</p>
        )}
        {!open && run?.state === "failed" && (
          <p className="form-failure">{run.error ?? "The list couldn't be read."}</p>
        )}
        {!open && file.outcome && <ImportResult file={file} outcome={file.outcome} />}
      </div>
      {!open && <ImportForm key={run?.jobId ?? ""} file={file} />}
    </>
  );
}

function Remove({ file: { id, name } }: { file: ImportFile }) {
  const [dialog, confirm] = useConfirm();
  const navigate = useNavigate();
  const toast = useToast();
  const remove = useAction(() => call("delete", "/api/admin/import-files/{id}", { path: { id } }), {
    done: () => {
      toast({ title: "Removed", text: name });
      void navigate(adminPaths.imports());
    },
    failed: { title: "Couldn't remove the file", text: "Please try again." },
  });
  const ask = async () => {
    const isSure = await confirm({
      title: `Remove ${name}?`,
      text: "The file goes. What it has brought to the directory stays.",
      verb: "Remove list",
      destructive: true,
    });
    if (isSure) await remove.start(undefined);
  };
  return (
    <>
      {dialog}
      <button
        type="button"
        className="button button-small"
        aria-disabled={remove.busy}
        onClick={() => void ask()}
      >
        Remove<span className="sr-only">{` ${name}`}</span>
      </button>
    </>
  );
}
