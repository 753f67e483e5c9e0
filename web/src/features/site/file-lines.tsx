interface Props {
  /** What the trial did. */
  text: string;
  lines: readonly (readonly [string, string])[];
}

/** What worked, as lines for the settings file. They are only on this screen. */
export function FileLines({ text, lines }: Props) {
  return (
    <div className="mt-4 grid gap-2">
      <p>{`It works: ${text}.`}</p>
      <p>Put these lines into the settings file. A restart applies them:</p>
      <pre className="overflow-x-auto rounded bg-sunk p-3 text-[0.9375rem]">
        {lines.map(([name, value]) => `${name} = ${JSON.stringify(value)}`).join("\n")}
      </pre>
    </div>
  );
}
