import { useEffect, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { type EditedShop, type ShopFields, undoEdit, type YourShop } from "../../api/your-shop.ts";
import type { z } from "../../kit/form/rules.ts";
import { useForm } from "../../kit/form/use-form.ts";
import { Undecided, useMerge, type Version } from "../../kit/merge/use-merge.ts";
import { useAction } from "../../kit/use-action.ts";
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
      const { entry, ...after } = answer;
      saved(after);
      form.base.current = versionOf(after);
      if (entry !== null)
        toast({
          title: "Saved",
          text: "Visitors can see it now.",
          action: { text: "Undo", run: () => void undo.start(entry) },
        });
      if (!isMore) close();
    },
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
  const toast = useToast();
  return useAction((entry: string) => undoEdit(slug, entry), {
    done: (shop) => {
      saved(shop);
      toast({ title: "Undone", text: "Your change was undone." });
    },
    failed: { title: "Not undone", text: "It couldn't be undone. Please try again." },
  });
}
