/** What clients were answered: all of it must still be true after any number of crashes. */
export interface Journal {
  /** Reference → the item, whose creation was answered with 201. */
  items: Map<string, AnsweredItem>
  /** Payment id → amount of its top-up, in cents. */
  topUps: Map<string, number>
  /** Number of answered calls. */
  answered: number
  /** Number of calls that were retried because no answer came. */
  repeated: number
  /** Answers that contradict earlier answers, in sentences. */
  contradictions: string[]
}

export interface AnsweredItem {
  id: string
  cancelled: boolean
}

export const newJournal = (): Journal => ({
  items: new Map(),
  topUps: new Map(),
  answered: 0,
  repeated: 0,
  contradictions: [],
})
