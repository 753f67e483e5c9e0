import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";

export interface ToastMessage {
  title: string;
  text?: string;
  /** An error, announced at once. */
  destructive?: boolean;
  /** An action, such as undo. */
  action?: { text: string; run: () => void };
  /** How long it is shown, in milliseconds, if not for the usual time. */
  duration?: number;
  /** Called once it is no longer shown: another one replaced it, its time ended, or it was closed. */
  gone?: () => void;
}

const DURATION = 5000;
/** Milliseconds for a message with an action. */
const DURATION_WITH_ACTION = 10_000;
const TICK = 100;

const ToastContext = createContext<(message: ToastMessage) => void>(() => undefined);

/** Shows a message in the corner; a new one replaces the previous one. */
export function useToast() {
  return useContext(ToastContext);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ message: ToastMessage; key: number } | null>(null);
  const gone = useRef<(() => void) | undefined>(undefined);
  const show = useCallback((message: ToastMessage) => {
    gone.current?.();
    gone.current = message.gone;
    setShown((before) => ({ message, key: (before?.key ?? 0) + 1 }));
  }, []);
  const close = useCallback(() => {
    gone.current?.();
    gone.current = undefined;
    setShown(null);
  }, []);
  return (
    <ToastContext value={show}>
      {children}
      {/* Always present, because assistive technology only announces changes in existing regions. */}
      <div className="toasts">
        <div role="status" className="contents">
          {shown && !shown.message.destructive && (
            <Toast key={shown.key} message={shown.message} onClose={close} />
          )}
        </div>
        <div role="alert" className="contents">
          {shown?.message.destructive && (
            <Toast key={shown.key} message={shown.message} onClose={close} />
          )}
        </div>
      </div>
    </ToastContext>
  );
}

function Toast({ message, onClose }: { message: ToastMessage; onClose: () => void }) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const { action } = message;
  const remaining = useRef(message.duration ?? (action ? DURATION_WITH_ACTION : DURATION));
  const paused = hovered || focused;
  const [box, leave] = useWayIn(action !== undefined);

  useEffect(() => {
    if (paused) return;
    const timer = setInterval(() => {
      remaining.current -= TICK;
      if (remaining.current <= 0) onClose();
    }, TICK);
    return () => clearInterval(timer);
  }, [paused, onClose]);

  const close = () => {
    leave();
    onClose();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering and focus only hold the clock, a key only closes
    <div
      ref={box}
      className={`toast pointer-events-auto flex w-full max-w-sm items-start gap-3 rounded-md border-[1.5px] bg-raised p-4 text-ink shadow-lg ${message.destructive ? "border-red" : "border-ink"}`}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onKeyDown={({ key }) => key === "Escape" && close()}
    >
      <div className="grow">
        <p className={`font-bold ${message.destructive ? "text-red" : ""}`}>{message.title}</p>
        {message.text && <p className="mt-1 text-[0.9375rem] text-soft">{message.text}</p>}
      </div>
      {action && (
        <button
          type="button"
          className="button button-small -my-1 shrink-0"
          onClick={() => {
            close();
            action.run();
          }}
        >
          {action.text}
        </button>
      )}
      <button
        type="button"
        className="-m-2 size-9 shrink-0 rounded text-xl leading-none"
        aria-label="Close message"
        onClick={close}
      >
        ×
      </button>
    </div>
  );
}

/**
 * A message is at the end of the document, too far away for someone with ten seconds and a keyboard. So if it has an
 * action, the first Tab after it appears moves into it from where the focus was, and leaving it returns there.
 */
function useWayIn(isWanted: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const origin = useRef<Element | null>(null);
  useEffect(() => {
    const from = document.activeElement;
    origin.current = from;
    let isFirst = true;
    const lead = (event: KeyboardEvent) => {
      if (event.key !== "Tab") return;
      const stops: (Element | null)[] = [...(box.current?.querySelectorAll("button") ?? [])];
      const here = stops.indexOf(document.activeElement);
      const next = stops[here + (event.shiftKey ? -1 : 1)];
      if (here >= 0) focusOn(next ?? from, event);
      else if (document.activeElement === from && isFirst && !event.shiftKey) focusOn(next, event);
      isFirst = false;
    };
    if (isWanted) window.addEventListener("keydown", lead);
    return () => window.removeEventListener("keydown", lead);
  }, [isWanted]);
  const leave = () => {
    if (box.current?.contains(document.activeElement)) focusOn(origin.current);
  };
  return [box, leave] as const;
}

/** If the element is gone or can't have the focus, the browser decides. */
function focusOn(element: Element | null | undefined, event?: Event) {
  if (!(element instanceof HTMLElement) || !element.isConnected || element === document.body)
    return;
  element.focus({ preventScroll: true });
  // Behind a dialog, nothing takes the focus.
  if (document.activeElement === element) event?.preventDefault();
}
