import { MyEntries } from "./my-entries.tsx";
import { SessionList } from "./session-list.tsx";

/** The parts below the shops, loaded after them. */
export function AccountLists() {
  return (
    <>
      <MyEntries />
      <SessionList />
    </>
  );
}
