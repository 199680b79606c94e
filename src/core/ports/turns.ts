/**
 * Gives others their turn between the pieces of long work: where many requests share one thread, none may keep it for
 * long. Within a transaction it is its rows that are asked (`WritableRows`): it may wait for nothing else.
 */
export interface Turns {
  /**
   * A promise for a later turn once the long work of this one has taken long enough, together with the `aheadMs` for which
   * somebody is about to go on in one piece; undefined until then.
   */
  rest(aheadMs?: number): Promise<void> | undefined
}

/** Where nobody else waits. */
export const noTurns: Turns = { rest: () => undefined }
