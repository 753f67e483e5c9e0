import type { ComponentProps } from "react";
import { ApiError } from "../../api/client.ts";

/** The trap's name. Browsers and password managers fill in fields by their names, and know nothing that is called like it. */
export const TRAP = "leftEmpty";

/** The trap in a body: only if something filled it in. */
export const trapped = (leftEmpty: string): { leftEmpty?: string } =>
  leftEmpty === "" ? {} : { leftEmpty };

/** Whether the server refused a form because of it. */
export const isTrapped = (error: unknown) =>
  error instanceof ApiError && error.code === "filled_by_program";

/** A field that people don't see. What fills it in is a program, which may be a person's own browser. */
export function Trap(field: ComponentProps<"input">) {
  return (
    <div hidden>
      <input {...field} tabIndex={-1} autoComplete="off" aria-label="Leave this empty" />
    </div>
  );
}
