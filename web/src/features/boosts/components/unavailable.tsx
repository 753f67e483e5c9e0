import { Alert } from "../../../ui/alert.tsx";

/** Where nothing can be paid: no keys, or the provider's script or form does not come. */
export function Unavailable() {
  return <Alert>Payment processing is currently unavailable. Please try again later.</Alert>;
}
