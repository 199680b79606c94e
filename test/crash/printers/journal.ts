/** A remake that was answered with 201. */
export interface AnsweredRemake {
  runId: string
  number: number
  sequences: readonly number[]
  /** True if pieces of earlier remakes were requested too. */
  again: boolean
  /** True once an operator saw the status HANDED_TO_PRINTER. */
  isPrinted: boolean
}

/** Answers to clients and decisions of operators while the server is killed. */
export interface PrintersJournal {
  /** Word → id and country of the item. */
  items: Map<string, { id: string; country: string }>
  remakes: AnsweredRemake[]
  /** What an operator found for uncertain hand-overs, such as `cups: it had all` → how often. */
  decisions: Map<string, number>
  /** Attempts whose partial output was removed from the tray: `<package>|<attempt>`. */
  thrownAway: Set<string>
  /** Number of failed runs and remakes restarted by hand. */
  begunAgain: number
  answered: number
  repeated: number
}

export const newPrintersJournal = (): PrintersJournal => ({
  items: new Map(),
  remakes: [],
  decisions: new Map(),
  thrownAway: new Set(),
  begunAgain: 0,
  answered: 0,
  repeated: 0,
})
