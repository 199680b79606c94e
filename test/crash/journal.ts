/** What clients were told: after any number of crashes all of it must still be so. */
export interface Journal {
  /** Items by the reference that their client gave them; every one was answered with 201. */
  items: Map<string, AnsweredItem>
  /** Amounts of top-ups by the payment that they came with. */
  topUps: Map<string, number>
  /** Calls that were answered, and those that had to be sent again because no answer came. */
  answered: number
  repeated: number
  /** Answers that contradict what was answered before. */
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
