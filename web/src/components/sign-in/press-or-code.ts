import { ApiError } from "../../api/client.ts";

/** Confirms as who is signed in; sends a code instead if the session has ended since the page was loaded. */
export async function pressOrCode<Done, Sent>(
  confirm: () => Promise<Done>,
  send: () => Promise<Sent>,
): Promise<Done | Sent> {
  try {
    return await confirm();
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 400)) throw error;
    return send();
  }
}
