import { useEffect } from "react";
import type { FieldValues } from "react-hook-form";
import type { FormState } from "../form/use-form.ts";
import type { Fields, Version } from "./use-merge.ts";

/** Updates a form when a newer version was read, as after an undo, unless something is being typed. */
export function useNewer<V extends FieldValues, F extends Fields>(
  form: FormState<V>,
  values: V,
  now: Version<F>,
) {
  const { isDirty } = form.hook.formState;
  const base = form.base.current as Version<F>;
  const isNewer = now.version > base.version;
  useEffect(() => {
    if (isNewer && !isDirty) form.restart(values, now);
  });
}
