import { type Hold, whyHeld } from '../../engine/hold.ts'
import type { Services } from '../../engine/services.ts'
import { isNotNull } from '../../kernel/query.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import type { Finding } from '../../ports/upkeep.ts'
import { invoicingHold } from '../billing/invoicing-hold.ts'
import { sellerOf } from '../ledger/seller.ts'
import { failing } from '../platform/jobs.ts'
import { readShop } from '../printers/choice.ts'
import { askPrinter } from '../printers/health.ts'
import { printingHold } from '../printers/printing-hold.ts'
import {
  judgeBlockedRuns,
  judgeCodes,
  judgeInvoicing,
  judgeJobs,
  judgePrinters,
  judgePrinting,
  judgeWebhooks,
} from './judge.ts'
import { fine, type Outcome, wrong } from './outcome.ts'
import { instanceSentences } from './sentences.ts'

const { say } = instanceSentences

/** Rows of one kind that are looked at: more say nothing more. */
const most = 1000

/**
 * Checks everything that a running instance needs: its machine, where it has one, and its rows. Changes
 * nothing.
 */
export const examineInstance = async (services: Services): Promise<Finding[]> => {
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
  for (const [name, look] of checks) {
    const outcome = await look().catch((error: unknown) =>
      wrong(say('not_looked_at', { reason: error instanceof Error ? error.message : String(error) })),
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
    ? fine(say('store_writes', { time: String(probeMs) }))
    : wrong(say('store_unready', { reason: unready }))
}

/** Asks every printer in use, all at once: one that is away takes its time to say so. */
const printers = async (services: Services): Promise<Outcome> => {
  const shop = await services.store.read(readShop)
  const inUse = [...shop.printers.values()].filter(({ status }) => status === 'ACTIVE')
  const answers = await Promise.all(
    inUse.map(async (printer) => ({ key: printer.key, ...(await askPrinter(services, printer)) })),
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
