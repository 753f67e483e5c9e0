import { Alert } from "../../../ui/alert.tsx";

/** Shown if payments are unavailable: no keys, or the provider's script or form doesn't load. */
export function Unavailable() {
  return <Alert>Payment processing is currently unavailable. Please try again later.</Alert>;
}
