/** How far the copying of a mailing is, of its `copy`. */
interface Copy {
  isDone: boolean
  failureCode: string | null
}

/** Whether recipients are still taken over from another mailing, or whether that stopped before all were. */
export const copyingOf = (copy: Copy | null | undefined): 'goes_on' | 'stopped' | undefined => {
  if (!copy || copy.isDone) return undefined
  return copy.failureCode ? 'stopped' : 'goes_on'
}
