/**
 * A photo that was chosen before its shop's page could take it: kept in this browser until the address is confirmed, for a day at
 * most. Without storage there is none, and the owner adds it later.
 */

const DATABASE = "kept-photos";
const STORE = "photos";
/** Milliseconds. */
const MAX_AGE = 24 * 60 * 60 * 1000;

// biome-ignore lint/plugin: asked by the browser alone
const now = () => Date.now();

interface Kept {
  file: File;
  /** When it was chosen, in milliseconds. */
  at: number;
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

async function within<T>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const asked = run(database.transaction(STORE, mode).objectStore(STORE));
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  } finally {
    database.close();
  }
}

/** Keeps the photo under this name. Returns whether it could. */
export async function keepPhoto(name: string, file: File): Promise<boolean> {
  try {
    await within("readwrite", (store) => store.put({ file, at: now() } satisfies Kept, name));
    return true;
  } catch {
    return false;
  }
}

export async function keptPhoto(name: string): Promise<File | null> {
  try {
    const kept = (await within("readonly", (store) => store.get(name))) as Kept | undefined;
    if (kept && kept.at + MAX_AGE > now()) return kept.file;
    if (kept) await dropPhoto(name);
    return null;
  } catch {
    return null;
  }
}

export async function dropPhoto(name: string): Promise<void> {
  try {
    await within("readwrite", (store) => store.delete(name));
  } catch {
    // There is none, then.
  }
}

/** After signing out, or when somebody starts over. */
export function dropAllPhotos() {
  try {
    indexedDB.deleteDatabase(DATABASE);
  } catch {
    // As above.
  }
}
