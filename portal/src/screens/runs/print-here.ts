import type { components } from '../../api/types.gen.ts'

type Run = components['schemas']['Run']
type RunStatus = components['schemas']['RunStatus']

/**
 * What is to be done by who prints a run on a printer of their own; undefined where nobody here does. Before the
 * hand-over that is known of own mail only: its printer may still be one that takes runs by itself (`elsewhere`).
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
