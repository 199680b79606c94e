import type { Schemas } from '../../api/client.ts'

type Copy = Pick<NonNullable<Schemas['Postbatch']['copy']>, 'isDone' | 'failureCode'>

/** Whether recipients are still taken over from another mailing, or whether that stopped before all were. */
export const copyingOf = (copy: Copy | null | undefined): 'goes_on' | 'stopped' | undefined => {
  if (!copy || copy.isDone) return undefined
  return copy.failureCode ? 'stopped' : 'goes_on'
}
