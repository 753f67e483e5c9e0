import { useEffect, useRef } from "react";

interface Props {
  codes: readonly string[];
  done: () => void;
}

/** Ten codes that are shown once. */
export function RecoveryCodes({ codes, done }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const url = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join("\n")}\n`)}`;
  return (
    <div className="notice mt-4 max-w-text">
      <h4 ref={title} tabIndex={-1} className="font-bold text-lg">
        Keep these recovery codes
      </h4>
      <p className="mt-2">
        They are shown only now. Each lets you in once if you lose your phone. Print them, or keep
        them where your passwords are.
      </p>
      <ul className="my-4 grid gap-x-8 gap-y-1 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <a className="button" href={url} download="recovery-codes.txt">
          Download
        </a>
        <button type="button" className="button button-primary" onClick={done}>
          I have kept them
        </button>
      </div>
    </div>
  );
}
