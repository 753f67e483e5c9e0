import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "../../../lib/navigate.ts";

/** How long typing must pause before the address follows (ms). */
const PAUSE = 250;

/** What the route accepts. */
const MAX_CHARACTERS = 100;

/**
 * A search box that filters while someone types. The text is also in the address, in a single history entry, so that a
 * reload and Back keep it; a link to another address changes the box.
 */
export function useTypedSearch(search: string, hrefOf: (search: string) => string) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(search);
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (field.current !== document.activeElement) setTyped(search);
  }, [search]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onChange = ({ target: { value } }: ChangeEvent<HTMLInputElement>) => {
    setTyped(value);
    clearTimeout(timer.current);
    const next = value.trim().slice(0, MAX_CHARACTERS);
    timer.current = setTimeout(() => navigate(hrefOf(next), true), PAUSE);
  };
  return { typed, props: { ref: field, value: typed, onChange } };
}
