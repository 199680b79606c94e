/** Progress of a copied mailing (`copy`). */
interface Copy {
  isDone: boolean
  failureCode: string | null
}

/** Whether recipients are still being copied, or copying stopped early. */
export const copyingOf = (copy: Copy | null | undefined): 'goes_on' | 'stopped' | undefined => {
  if (!copy || copy.isDone) return undefined
  return copy.failureCode ? 'stopped' : 'goes_on'
}
