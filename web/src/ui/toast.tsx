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
  /** An error: announced at once. */
  destructive?: boolean;
  /** What can be done about it, such as to undo it. */
  action?: { text: string; run: () => void };
}

const DURATION = 5000;
/** Milliseconds for a message with something to press. */
const DURATION_WITH_ACTION = 10_000;
const TICK = 100;

const ToastContext = createContext<(message: ToastMessage) => void>(() => undefined);

/** Shows a message in the corner; a new one takes the place of the one before. */
export function useToast() {
  return useContext(ToastContext);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ message: ToastMessage; key: number } | null>(null);
  const show = useCallback((message: ToastMessage) => {
    setShown((before) => ({ message, key: (before?.key ?? 0) + 1 }));
  }, []);
  const close = useCallback(() => setShown(null), []);
  return (
    <ToastContext value={show}>
      {children}
      {/* Always there, because assistive technology hears only regions that it already knows. */}
      <div className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex justify-end">
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
  const remaining = useRef(action ? DURATION_WITH_ACTION : DURATION);
  const paused = hovered || focused;

  useEffect(() => {
    if (paused) return;
    const timer = setInterval(() => {
      remaining.current -= TICK;
      if (remaining.current <= 0) onClose();
    }, TICK);
    return () => clearInterval(timer);
  }, [paused, onClose]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering and focus only hold the clock
    <div
      className={`toast pointer-events-auto flex w-full max-w-sm items-start gap-3 rounded-md border-[1.5px] bg-raised p-4 text-ink shadow-lg ${message.destructive ? "border-red" : "border-ink"}`}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
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
            onClose();
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
        onClick={onClose}
      >
        ×
      </button>
    </div>
  );
}
