import { Alert } from "../../../ui/alert.tsx";

interface Props {
  /** Absent if trying again can't help. */
  onRetry?: () => void;
}

/** Shown if payments are unavailable: no keys, or the provider's script or form doesn't load. */
export function Unavailable({ onRetry }: Props) {
  return (
    <>
      <Alert>Payment processing is currently unavailable. Please try again later.</Alert>
      {onRetry && (
        <button type="button" className="button mt-4" onClick={onRetry}>
          Try again
        </button>
      )}
    </>
  );
}
