/** Answers that clients received: all of them must still be true after any number of crashes. */
export interface Journal {
  /** Reference → the item whose creation was answered with 201. */
  items: Map<string, AnsweredItem>
  /** Payment id → amount of its top-up, in cents. */
  topUps: Map<string, number>
  /** Number of answered calls. */
  answered: number
  /** Number of retries of unanswered calls. */
  repeated: number
  /** Answers that contradict earlier ones. */
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
