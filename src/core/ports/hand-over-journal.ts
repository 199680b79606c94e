/** `intended`: the package was about to appear. `delivered`: it has appeared, wherever it is now. */
export type HandOverState = 'intended' | 'delivered'

/** What one attempt to hand a run over has noted. */
export interface HandOverEntry {
  attempt: string
  state: HandOverState
  /** What the printer's adapter noted with its intent, such as the numbers of print jobs. */
  note?: string | undefined
}

/**
 * What this instance knows of each hand-over, kept outside the printer, because a printer takes packages
 * away: one without the package does not tell what was printed from what was never delivered. Every attempt
 * has an entry of its own; writing or removing it leaves the others as they are. Every method throws
 * `JournalFailed` where the journal cannot be kept.
 */
export interface HandOverJournal {
  entries(runId: string): Promise<HandOverEntry[]>
  /**
   * Notes that the attempt is about to publish. Throws `AnotherAttempt` where the journal can see in the same
   * step that another attempt of the run has an entry.
   */
  intend(runId: string, attempt: string, note?: string): Promise<void>
  /**
   * Marks an existing intent as delivered. Throws where the entry was removed, which must not bring it back.
   */
  deliver(runId: string, attempt: string): Promise<void>
  forget(runId: string, attempts: readonly string[]): Promise<void>
}

/** The journal cannot be kept because of an error on this instance's side, not on the printer's. */
export class JournalFailed extends Error {}

/** Another attempt to hand the same run over has noted something: only `find` can tell what became of it. */
export class AnotherAttempt extends Error {
  constructor() {
    super('Another attempt to hand this run over was under way.')
  }
}
