import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { adminPaths } from "../../../components/admin/paths.ts";
import { type Answer, addressOf, useApi } from "../../../kit/api.ts";
import { Async, Empty } from "../../../kit/states.tsx";
import { dayText, momentText } from "../../../kit/time.ts";
import { FileField } from "../../../kit/upload/file-field.tsx";
import { sendFile } from "../../../kit/upload/send-file.ts";
import { useNavigate } from "../../../lib/navigate.ts";
import { FetchState } from "../components/fetch-state.tsx";
import { ImportHistory } from "../components/import-history.tsx";
import { type ImportFile, sizeText } from "../components/import-types.ts";

const FILES = "/api/admin/import-files";

type ImportFileSummary = Answer<"get", typeof FILES>["files"][number];

const ENDINGS = [
  ".csv",
  ".tsv",
  ".txt",
  ".json",
  ".geojson",
  ".ndjson",
  ".jsonl",
  ".geojsonl",
  ".xlsx",
  ".kml",
  ".kmz",
  ".parquet",
  ".pbf",
  ".gz",
];
const LARGEST = 50 * 1024 * 1024;

/** Lists of coffee shops: uploaded ones, and what has been imported. */
export default function ImportsScreen({ query: { page } }: { query: { page: number } }) {
  return (
    <AdminPage>
      <Upload />
      <Files />
      <ImportHistory page={page} />
    </AdminPage>
  );
}

function Upload() {
  const navigate = useNavigate();
  return (
    <section aria-labelledby="upload-title">
      <h3 id="upload-title" className="font-bold text-xl">
        Bring a list
      </h3>
      <p className="mt-2 mb-4 max-w-text text-soft">
        You see its columns first, then what would happen to each record. Nothing is written until
        you say so, and each import can be undone.
      </p>
      <FileField
        label="A list of coffee shops"
        hint="CSV, TSV, Excel, GeoJSON, KML, Takeout, Overpass, Foursquare or Overture places; up to 50 MB."
        accept={ENDINGS}
        kinds="a CSV, TSV, Excel, JSON, GeoJSON, KML, Parquet or PBF file"
        most={LARGEST}
        multiple={false}
        send={(file, how) =>
          sendFile(addressOf(FILES, { query: { name: file.name } }), file, {
            method: "POST",
            ...how,
          }) as Promise<ImportFile>
        }
        done={({ id }) => void navigate(adminPaths.importFile(id))}
      />
    </section>
  );
}

function Files() {
  const files = useApi(FILES);
  return (
    <section aria-labelledby="files-title" className="mt-10">
      <h3 id="files-title" className="mb-4 font-bold text-xl">
        Uploaded lists
      </h3>
      <Async result={files} what="the uploaded lists">
        {({ files: list, states }) => (
          <>
            <Lists files={list} />
            <FetchState states={states} />
          </>
        )}
      </Async>
    </section>
  );
}

function Lists({ files }: { files: ImportFileSummary[] }) {
  return files.length === 0 ? (
    <Empty>No list is waiting here. Lists are kept for 30 days.</Empty>
  ) : (
    <ul className="grid gap-3">
      {files.map(({ id, name, bytes, format, uploadedAt, keptUntil, number, missing }) => (
        <li key={id} className="rounded-md border border-line bg-raised p-4">
          <a className="link break-words font-semibold" href={adminPaths.importFile(id)}>
            {name}
          </a>
          {number !== null && <span className="badge ml-3">{`Import ${number}`}</span>}
          <p className="mt-1 text-[0.9375rem] text-soft">
            {`${format}, ${sizeText(bytes)}, uploaded ${momentText(uploadedAt)}, kept until ${dayText(keptUntil)}`}
          </p>
          {missing && <p className="mt-1 text-red">{missing}</p>}
        </li>
      ))}
    </ul>
  );
}
