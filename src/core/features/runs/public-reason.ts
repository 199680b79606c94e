import type { RunRow } from '../../model/runs.ts'

/**
 * Why a run waits or failed, worded for customers. The text in the row is for operators: it may name folders
 * of the server and errors of its libraries. Only the reason of a cancelled run is written for customers.
 */
export const publicReason = ({
  reason,
  status,
  uncertain,
  findings,
}: Pick<RunRow, 'reason' | 'status' | 'uncertain' | 'findings'>): string | null => {
  if (reason === null || status === 'CANCELLED') return reason
  if (findings.length > 0)
    return 'It is not printed before what `findings` names is mended, and goes on by itself then.'
  if (uncertain)
    return 'It is being found out whether the printer has this run. Nothing is printed twice by itself.'
  if (status === 'FAILED') return 'Production failed. The operator of this server sees why and can try again.'
  return status === 'RENDERED' || status === 'HANDING_OVER'
    ? 'The printer cannot take the run at the moment. It waits and goes on by itself.'
    : 'Rendering did not succeed yet. It is tried again.'
}
