/** A remake that was answered with 201. */
export interface AnsweredRemake {
  runId: string
  number: number
  sequences: readonly number[]
  /** True if pieces of earlier remakes were requested too. */
  again: boolean
  /** True if its printer was seen to have it. */
  isPrinted: boolean
}

/** Events of a run under kills, besides the answers to clients. */
export interface PrintersJournal {
  /** Word → id and country of the item. */
  items: Map<string, { id: string; country: string }>
  remakes: AnsweredRemake[]
  /** Number of decisions about uncertain hand-overs by printer: `yes`, `no`, or `in part`. */
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
