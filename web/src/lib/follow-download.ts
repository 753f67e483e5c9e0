/** Calls `progress` for each part of a response that arrives, whoever reads it. */
export function followDownload(response: Response, progress: () => void) {
  const reader = response.clone().body?.getReader();
  const next = async (): Promise<void> => {
    const part = await reader?.read();
    if (!part || part.done) return;
    progress();
    return next();
  };
  // Whoever reads the response is told.
  next().catch(() => undefined);
}
