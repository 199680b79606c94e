/** A remake that was answered with 201. */
export interface AnsweredRemake {
  runId: string
  number: number
  sequences: readonly number[]
  /** Whether pieces of earlier remakes were asked for too. */
  again: boolean
  /** Whether its printer was seen to have it. */
  isPrinted: boolean
}

/** What happened while the server was killed, besides what clients were answered. */
export interface PrintersJournal {
  /** Word → id and country of the item. */
  items: Map<string, { id: string; country: string }>
  remakes: AnsweredRemake[]
  /** How often a person was asked whether a printer has something, by printer: `yes`, `no`, or `in part`. */
  asked: Map<string, number>
  /** Attempts whose paper a person took out of the tray, because it was there in part: `<package>|<attempt>`. */
  thrownAway: Set<string>
  /** How often something that had failed was begun again by hand. */
  begunAgain: number
  answered: number
  repeated: number
}

export const newPrintersJournal = (): PrintersJournal => ({
  items: new Map(),
  remakes: [],
  asked: new Map(),
  thrownAway: new Set(),
  begunAgain: 0,
  answered: 0,
  repeated: 0,
})
