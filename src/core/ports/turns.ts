/**
 * Yields between pieces of long work, because many requests share one thread and none may block it for long.
 * Within a transaction, use that of its rows (`WritableRows`), since a transaction may wait for nothing else.
 */
export interface Turns {
  /**
   * A promise to await once this turn's work has taken long enough, counting `aheadMs` of uninterrupted work
   * to come; undefined until then.
   */
  rest(aheadMs?: number): Promise<void> | undefined
}

/** Never yields, for a thread with no other work. */
export const noTurns: Turns = { rest: () => undefined }
