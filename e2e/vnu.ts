import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The W3C's HTML checker. It includes Jing, which validates XML against RELAX NG. */
const JAR = join(
  dirname(createRequire(import.meta.url).resolve("vnu-jar/package.json")),
  "build/dist/vnu.jar",
);

/** Checks all pages in one run, because starting Java takes longer than checking a page. Returns its JSON output. */
export async function checkPages(files: readonly string[]): Promise<string> {
  const options = ["-jar", JAR, "--format", "json", "--exit-zero-always", "--stdout", ...files];
  const { stdout } = await run("java", options, { maxBuffer: 64 << 20 });
  return stdout;
}

/** Validates XML files against a RELAX NG compact schema; returns the errors as `file:line:column: …`. */
export async function checkXml(schema: string, files: readonly string[]): Promise<string[]> {
  const jing = "nu.validator.vendor.thaiopensource.relaxng.util.Driver";
  try {
    await run("java", ["-cp", JAR, jing, "-c", schema, ...files]);
    return [];
  } catch (error) {
    // Exit code 1 means that errors were found; anything else is a failure of the checker.
    if (error instanceof Error && "code" in error && error.code === 1 && "stdout" in error) {
      return String(error.stdout).trim().split("\n");
    }
    throw error;
  }
}
