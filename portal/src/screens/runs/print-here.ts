import type { components } from '../../api/types.gen.ts'

type Run = components['schemas']['Run']
type RunStatus = components['schemas']['RunStatus']

/**
 * Returns the stage of a run that a member prints; `elsewhere` if a printer other than a folder got own mail.
 * Undefined if no member prints the run, or before the hand-over of paid or test mail, when that is unknown.
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
