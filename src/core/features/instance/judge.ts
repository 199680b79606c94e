import type { Config } from '../../kernel/config.ts'
import { isReachable } from '../../kernel/reachable.ts'
import type { Words } from '../../kernel/sentence-schema.ts'
import type { PricingSeller } from '../ledger/seller.ts'
import { whyNotInvoiced } from '../ledger/vat.ts'
import { fine, note, type Outcome, wrong } from './outcome.ts'
import { instanceSentences } from './sentences.ts'

const { say } = instanceSentences

/*
 * What the state of an instance means, in a sentence. A running instance is asked by its store (`doctor.ts`); one that
 * does not run, or cannot, is read by the command line, which must neither migrate nor change it.
 */

export const judgePrinting = (heldBecause: Words | undefined): Outcome =>
  heldBecause === undefined
    ? fine(say('printing_goes_on'))
    : note(say('printing_held', { reason: heldBecause }), 'lettershop printing resume')

/** Of the printers in use. One that is away holds its own runs, or sends them to the next of their rule. */
export const judgePrinters = (answers: readonly { key: string; ok: boolean; detail: string }[]): Outcome => {
  const away = answers.filter(({ ok }) => !ok)
  const told = away.map(({ key, detail }) => `${key}: ${detail}`).join(' ')
  return away.length === 0
    ? fine(say('printers_fine', { printers: answers.map(({ key }) => key).join(', ') }))
    : wrong(say('printers_away', { printers: told }), 'lettershop printer test KEY')
}

export const judgeInvoicing = (heldBecause: Words | undefined, seller?: PricingSeller): Outcome => {
  if (seller && whyNotInvoiced(seller.country, seller.currency)) {
    return fine(say('not_invoiced', { countryId: seller.country }))
  }
  return heldBecause === undefined
    ? fine(say('invoicing_goes_on'))
    : note(say('invoicing_held', { reason: heldBecause }), 'lettershop invoicing resume')
}

/** Of live runs that wait until a person corrects something, the one with the earliest cutoff first. */
export const judgeBlockedRuns = (ids: readonly string[]): Outcome => {
  if (ids.length === 0) return fine(say('runs_fine'))
  const key = `runs_blocked.${ids.length === 1 ? 'one' : 'several'}` as const
  return note(say(key, { runs: ids.length, first: ids[0]! }), 'lettershop run show ID')
}

/** Five failures take about three minutes; until then a job may recover by itself. */
const stubbornAttempts = 5

/** Of jobs whose last attempt failed, by kind, with the most attempts of one. */
export const judgeJobs = (failed: readonly { kind: string; number: number; attempts: number }[]): Outcome => {
  if (failed.length === 0) return fine(say('jobs_fine'))
  const told = failed.map(({ kind, number }) => `${number} of ${kind}`).join(', ')
  return failed.some(({ attempts }) => attempts >= stubbornAttempts)
    ? wrong(say('jobs_failing', { jobs: told }), 'lettershop jobs list --failed')
    : note(say('jobs_tried_again', { jobs: told }), 'lettershop jobs list --failed')
}

/** Of deliveries that fail because of this instance, not of a receiver. */
export const judgeWebhooks = ({ unsent, endpoints }: { unsent: number; endpoints: number }): Outcome => {
  if (unsent === 0) return fine(say('webhooks_fine'))
  if (unsent === 1) return wrong(say('webhooks_unsigned.one', { deliveries: unsent }))
  return wrong(say('webhooks_unsigned.several', { deliveries: unsent, endpoints }))
}

/** Printed codes cannot be corrected: one that leads to this machine leads its reader nowhere. */
export const judgeCodes = (config: Pick<Config, 'baseUrl' | 'baseUrlIsChosen'>): Outcome => {
  const { baseUrl, baseUrlIsChosen } = config
  if (isReachable(config)) return fine(say('codes_lead', { baseUrl }))
  return note(
    baseUrlIsChosen ? say('codes_lead_nowhere.address', { baseUrl }) : say('codes_lead_nowhere.machine'),
  )
}
