import { useCallback, useEffect, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { type EditedShop, type ShopFields, undoEdit, type YourShop } from "../../api/your-shop.ts";
import type { z } from "../../kit/form/rules.ts";
import { useForm } from "../../kit/form/use-form.ts";
import { Undecided, useMerge, type Version } from "../../kit/merge/use-merge.ts";
import { useChanged } from "../../kit/subjects.ts";
import { useUndoing } from "../../kit/use-undoing.ts";
import { useToast } from "../../ui/toast.tsx";
import { saveFields, TOGETHER, versionOf, whenOnline } from "./save.ts";
import { useSaved } from "./use-your-shop.ts";

interface Options<V extends FieldValues, Sent> {
  shop: YourShop;
  /** The panel's ID in the document. */
  panel: string;
  schema: z.ZodMiniType<Sent, V>;
  initial: V;
  fieldsOf: (sent: Sent) => Partial<ShopFields>;
  /** Closes the panel. */
  close: () => void;
}

/** One panel's form: saved separately, without overwriting others' changes, and not lost when offline or signed out. */
export function useShopForm<V extends FieldValues, Sent>(options: Options<V, Sent>) {
  const { shop, panel, schema, initial, fieldsOf, close } = options;
  // What the person saw at the start: the page may get newer data meanwhile.
  const [opened] = useState(shop);
  const merge = useMerge<YourShop, YourShop, EditedShop>({
    versionOf,
    together: TOGETHER,
    save: (fields, over) => saveFields(fields, over),
  });
  const [isWaiting, setWaiting] = useState(false);
  const leaving = useRef<AbortController>(null);
  const saved = useSaved(shop.slug);
  const undo = useUndo(shop.slug);
  const toast = useToast();
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  const form = useForm<V, Sent, EditedShop>({
    id: `${panel}-form`,
    schema,
    initial,
    base: versionOf(opened),
    submit: (sent, base) => {
      const signal = leaving.current?.signal ?? new AbortController().signal;
      const run = () => merge.run(base as Version<YourShop>, fieldsOf(sent));
      return whenOnline(run, { signal, onWaiting: setWaiting });
    },
    done: (answer, _, isMore) => {
      const { entry, nameWaits, ...after } = answer;
      saved(after);
      form.base.current = versionOf(after);
      if (entry !== null)
        toast({
          title: nameWaits ? "Sent" : "Saved",
          text: nameWaits
            ? "We check the new name before visitors see it."
            : "Visitors can see it now.",
          action: { text: "Undo", run: () => void undo(entry) },
        });
      if (!isMore) close();
    },
    restarted: merge.forget,
    refused: (error) =>
      error instanceof Undecided || (error instanceof DOMException && error.name === "AbortError"),
    failed: "Your change couldn't be saved. Please try again.",
    draft: `your-shop-${shop.id}-${panel}`,
  });
  const leave = () => {
    form.startOver();
    close();
  };
  return { form, merge, isWaiting, leave };
}

/** Undoes an edit. */
export function useUndo(slug: string) {
  const saved = useSaved(slug);
  const tell = useChanged();
  const undoing = useUndoing();
  return useCallback(
    (entry: string) =>
      undoing({
        call: (later) => undoEdit(slug, entry, later),
        done: (shop, later) => {
          saved(shop);
          void tell("shop");
          return later.length > 0 ? "Your changes were undone." : "Your change was undone.";
        },
        // What is on the screen is out of date.
        failed: () => void tell("shop"),
      }),
    [slug, saved, tell, undoing],
  );
}
