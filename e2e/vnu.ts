import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The checker of the W3C. It holds Jing too, which checks XML against RELAX NG. */
const JAR = join(
  dirname(createRequire(import.meta.url).resolve("vnu-jar/package.json")),
  "build/dist/vnu.jar",
);

/** Checks pages in one go: starting Java takes longer than reading a page. Gives what it says, as JSON. */
export async function checkPages(files: readonly string[]): Promise<string> {
  const options = ["-jar", JAR, "--format", "json", "--exit-zero-always", "--stdout", ...files];
  const { stdout } = await run("java", options, { maxBuffer: 64 << 20 });
  return stdout;
}

/** Checks XML files against a schema in RELAX NG's compact syntax; gives their faults, each as `file:line:column: …`. */
export async function checkXml(schema: string, files: readonly string[]): Promise<string[]> {
  const jing = "nu.validator.vendor.thaiopensource.relaxng.util.Driver";
  try {
    await run("java", ["-cp", JAR, jing, "-c", schema, ...files]);
    return [];
  } catch (error) {
    // Exit code 1 is its verdict; anything else is no verdict at all.
    if (error instanceof Error && "code" in error && error.code === 1 && "stdout" in error) {
      return String(error.stdout).trim().split("\n");
    }
    throw error;
  }
}
