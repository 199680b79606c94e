import type { Recipient } from '../../address/schema.ts'
import type { Services } from '../../engine/services.ts'
import type { LiveFinding, RunRow } from '../../model/runs.ts'
import type { Rows } from '../../ports/store.ts'
import { type Mailing, mailingKey, mailingOf } from '../items/mailing.ts'
import { returnAddressFor } from '../items/piece.ts'
import { liveFindings, senderOf } from '../items/ready-for-live.ts'
import { runLimits } from './limits.ts'

/** Whether a rendered run may be printed, judged by the present rows and settings. */
export interface Readiness {
  /** At most `runLimits.findings`. */
  findings: LiveFinding[]
  /** Its pages show another address of this server, or another sender, than pages drawn now would. */
  isOutdated: boolean
}

/** Checks a live run; a test run is always ready. The cost grows with the number of mailings in the run. */
export const readinessOf = async (
  { config }: Pick<Services, 'config'>,
  rows: Rows,
  { organisationId, mode, drawn }: Pick<RunRow, 'organisationId' | 'mode' | 'drawn'>,
): Promise<Readiness> => {
  const readiness: Readiness = { findings: [], isOutdated: false }
  if (mode === 'test') return readiness
  const known = new Map<string, { mailing: Mailing; returnAddress: Recipient | undefined } | undefined>()
  for (const pages of drawn) {
    const key = mailingKey(pages)
    if (!known.has(key)) {
      const mailing = await mailingOf(rows, { organisationId, mode }, pages)
      const returnAddress = await returnAddressFor(rows, organisationId, mailing?.returnAddressId ?? null)
      known.set(key, mailing && { mailing, returnAddress })
    }
    const now = known.get(key)
    if (!now) continue
    readiness.isOutdated ||= pages.baseUrl !== config.baseUrl || pages.sender !== senderOf(now.returnAddress)
    readiness.findings.push(...liveFindings(config, { ...pages, ...now }))
  }
  readiness.findings.splice(runLimits.findings)
  return readiness
}
