import type { components } from '../../api/types.gen.ts'

type Run = components['schemas']['Run']
type RunStatus = components['schemas']['RunStatus']

/**
 * Returns the next step of a member who prints the run; undefined if no member does. Before the hand-over
 * this is known for own mail only, whose printer may be an automatic one (`elsewhere`).
 */
export const printHereStage = (
  { status, partner, isTest, reason }: Run,
  pays: boolean,
): 'open' | 'making' | 'stopped' | 'ready' | 'elsewhere' | undefined => {
  if (status === 'HANDED_TO_PRINTER') {
    if (partner === 'folder') return 'ready'
    return pays || isTest ? undefined : 'elsewhere'
  }
  if (pays || isTest) return undefined
  if (status === 'OPEN') return 'open'
  if (status === 'FAILED' || (status === 'RENDERED' && reason !== null)) return 'stopped'
  return making.includes(status) ? 'making' : undefined
}
const making: readonly RunStatus[] = ['CUTOFF_REACHED', 'RENDERING', 'RENDERED', 'HANDING_OVER']
