import { type Hold, whyHeld } from '../../engine/hold.ts'
import type { Services } from '../../engine/services.ts'
import type { Config } from '../../kernel/config.ts'
import { isNotNull } from '../../kernel/query.ts'
import { isReachable } from '../../kernel/reachable.ts'
import type { Words } from '../../kernel/sentence-schema.ts'
import type { Sentence } from '../../kernel/sentences.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import type { Finding } from '../../ports/upkeep.ts'
import { invoicingHold } from '../billing/invoicing-hold.ts'
import { type PricingSeller, sellerOf } from '../ledger/seller.ts'
import { whyNotInvoiced } from '../ledger/vat.ts'
import { failing } from '../platform/jobs.ts'
import { readShop } from '../printers/choice.ts'
import { queryPrinterHealth } from '../printers/health.ts'
import { printingHold } from '../printers/printing-hold.ts'
import { instanceSentences } from './sentences.ts'

export type Outcome = Omit<Finding, 'name'>

const outcome =
  (status: Finding['status']) =>
  ({ code, message, params }: Sentence, command?: string): Outcome => ({
    status,
    code,
    detail: message,
    ...(params === undefined ? {} : { params }),
    ...(command === undefined ? {} : { command }),
  })

export const fine = outcome('fine')
export const note = outcome('note')
export const wrong = outcome('wrong')

const { sentence } = instanceSentences

/* Shared with the command line, which reads a store that it must neither migrate nor change. */

export const judgePrinting = (heldBecause: Words | undefined): Outcome =>
  heldBecause === undefined
    ? fine(sentence('printing_goes_on'))
    : note(sentence('printing_held', { reason: heldBecause }), 'lettershop printing resume')

/** Judges the printers. Runs of an unreachable one wait or go to the next printer of their rule. */
export const judgePrinters = (answers: readonly { key: string; ok: boolean; detail: string }[]): Outcome => {
  const away = answers.filter(({ ok }) => !ok)
  const list = away.map(({ key, detail }) => `${key}: ${detail}`).join(' ')
  return away.length === 0
    ? fine(sentence('printers_fine', { printers: answers.map(({ key }) => key).join(', ') }))
    : wrong(sentence('printers_away', { printers: list }), 'lettershop printer test KEY')
}

export const judgeInvoicing = (heldBecause: Words | undefined, seller?: PricingSeller): Outcome => {
  if (seller && whyNotInvoiced(seller.country, seller.currency)) {
    return fine(sentence('not_invoiced', { countryId: seller.country }))
  }
  return heldBecause === undefined
    ? fine(sentence('invoicing_goes_on'))
    : note(sentence('invoicing_held', { reason: heldBecause }), 'lettershop invoicing resume')
}

/** The run with the earliest cutoff comes first. */
export const judgeBlockedRuns = (ids: readonly string[]): Outcome => {
  if (ids.length === 0) return fine(sentence('runs_fine'))
  const key = `runs_blocked.${ids.length === 1 ? 'one' : 'several'}` as const
  return note(sentence(key, { runs: ids.length, first: ids[0]! }), 'lettershop run show ID')
}

/** Five failures take about three minutes; until then a job may recover. */
const stubbornAttempts = 5

/** Judges kinds of jobs, with the highest number of attempts. */
export const judgeJobs = (failed: readonly { kind: string; number: number; attempts: number }[]): Outcome => {
  if (failed.length === 0) return fine(sentence('jobs_fine'))
  const list = failed.map(({ kind, number }) => `${number} of ${kind}`).join(', ')
  return failed.some(({ attempts }) => attempts >= stubbornAttempts)
    ? wrong(sentence('jobs_failing', { jobs: list }), 'lettershop jobs list --failed')
    : note(sentence('jobs_tried_again', { jobs: list }), 'lettershop jobs list --failed')
}

/** Judges deliveries that fail because of this instance, not of a receiver. */
export const judgeWebhooks = ({ unsent, endpoints }: { unsent: number; endpoints: number }): Outcome => {
  if (unsent === 0) return fine(sentence('webhooks_fine'))
  if (unsent === 1) return wrong(sentence('webhooks_unsigned.one', { deliveries: unsent }))
  return wrong(sentence('webhooks_unsigned.several', { deliveries: unsent, endpoints }))
}

/** Printed codes can't be corrected: one with the address of this machine doesn't work for its recipient. */
export const judgeCodes = (config: Pick<Config, 'baseUrl' | 'baseUrlIsChosen'>): Outcome => {
  const { baseUrl, baseUrlIsChosen } = config
  if (isReachable(config)) return fine(sentence('codes_lead', { baseUrl }))
  return note(
    baseUrlIsChosen
      ? sentence('codes_lead_nowhere.address', { baseUrl })
      : sentence('codes_lead_nowhere.machine'),
  )
}

/** Maximum number of rows read by a check; more rows add no information. */
const most = 1000

/** Checks the machine, if known, and the rows. Changes nothing. */
export const checkInstance = async (services: Services): Promise<Finding[]> => {
  const machine = await services.upkeep?.examine()
  const checks: [string, () => Promise<Outcome>][] = [
    ['store', () => store(services)],
    ['printing', () => ask(services, async (rows) => judgePrinting(whyOf(await printingHold(rows))))],
    ['printers', () => printers(services)],
    [
      'invoices',
      () =>
        ask(services, async (rows) => judgeInvoicing(whyOf(await invoicingHold(rows)), await sellerOf(rows))),
    ],
    ['live runs', () => ask(services, blockedRuns)],
    ['jobs', () => ask(services, jobs)],
    ['webhooks', () => ask(services, webhooks)],
    ['QR codes', async () => judgeCodes(services.config)],
  ]
  const found: Finding[] = [...(machine ?? [])]
  for (const [name, check] of checks) {
    const outcome = await check().catch((error: unknown) =>
      wrong(sentence('not_looked_at', { reason: error instanceof Error ? error.message : String(error) })),
    )
    found.push({ name, ...outcome })
  }
  return found
}

const ask = (services: Services, look: (rows: Rows) => Promise<Outcome>): Promise<Outcome> =>
  services.store.read(look)

const whyOf = (hold: Hold | undefined) => hold && whyHeld(hold)

const store = async ({ health }: Services): Promise<Outcome> => {
  const { unready, probeMs } = await health.look()
  return unready === undefined
    ? fine(sentence('store_writes', { time: String(probeMs) }))
    : wrong(sentence('store_unready', { reason: unready }))
}

/** Tests all active printers concurrently, because an unreachable one responds late. */
const printers = async (services: Services): Promise<Outcome> => {
  const shop = await services.store.read(readShop)
  const inUse = [...shop.printers.values()].filter(({ status }) => status === 'ACTIVE')
  const answers = await Promise.all(
    inUse.map(async (printer) => ({ key: printer.key, ...(await queryPrinterHealth(services, printer)) })),
  )
  return judgePrinters(answers)
}

const blockedRuns = async (rows: Rows): Promise<Outcome> => {
  const waiting = await rows.runs.find(
    everyone,
    { status: 'RENDERED' },
    { order: [{ field: 'cutoffAt' }], limit: most },
  )
  return judgeBlockedRuns(waiting.filter(({ findings }) => findings.length > 0).map(({ id }) => id))
}

const jobs = async (rows: Rows): Promise<Outcome> => {
  const failed = await rows.jobs.find(everyone, failing, { limit: most })
  const byKind = Map.groupBy(failed, ({ kind }) => kind)
  return judgeJobs(
    [...byKind].map(([kind, of]) => ({
      kind,
      number: of.length,
      attempts: Math.max(...of.map(({ attempts }) => attempts)),
    })),
  )
}

const webhooks = async (rows: Rows): Promise<Outcome> => {
  const unsent = await rows.webhookDeliveries.find(
    everyone,
    { status: 'PENDING', nextAttemptAt: isNotNull, undelivered: 'secret_unreadable' },
    { limit: most },
  )
  const endpoints = new Set(unsent.map(({ endpointId }) => endpointId))
  return judgeWebhooks({ unsent: unsent.length, endpoints: endpoints.size })
}
