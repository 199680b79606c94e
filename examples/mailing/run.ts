/**
 * A mailing of real input with the executable: 1,000 recipients as in a spreadsheet, by upload, import, corrected rows,
 * approval, cutoff and package, in test mode; then its money again in live mode. Verifies that every valid row is
 * printed exactly once and no bad one, and that the money is exact to the cent.
 *
 *   node examples/mailing/run.ts [--executable dist/lettershop] [--keep]
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'csv-parse/sync'
import { seededPostcard } from '../main-job/scenario.ts'
import { waitUntil } from '../support/api.ts'
import { checkPackage } from '../support/check-package.ts'
import { builtExecutable, Executable } from '../support/executable.ts'
import { chooseReturnAddress, dutchSeller, flagsOfSeller } from '../support/organisation.ts'
import { startReceiver } from '../support/receiver.ts'
import { Findings } from '../support/tools.ts'
import {
  checkFiles,
  expectedTexts,
  importAndCorrect,
  mapping,
  optedOut,
  suppressionOf,
  wanted,
} from './mailing.ts'
import { checkQuote, checkReservation, type Item, itemsOf, quoteOf } from './money.ts'

const { values } = parseArgs({
  options: {
    executable: { type: 'string', default: join(import.meta.dirname, '../../dist/lettershop') },
    keep: { type: 'boolean', default: false },
  },
})

const program = builtExecutable(values.executable)
const scratch = mkdtempSync(join(tmpdir(), 'lettershop-mailing-'))
const shop = new Executable(program, join(scratch, 'data'))
const { api } = shop
const receiver = await startReceiver()
const say = (label: string, text: string) => console.log(`  ${label.padEnd(12)} ${text}`)
const figure = (cents: number) => `€ ${(cents / 100).toFixed(2)}`

interface Postbatch {
  id: string
  status: string
  productSpecificationId: string
}
const postbatchOf = (id: string) => api<Postbatch>('GET', `/v1/postbatches/${id}`)
const reached = (id: string, status: string) =>
  waitUntil(`the Postbatch is ${status}`, async () => (await postbatchOf(id)).status === status)

/** A validated Postbatch filled from the list, and the organisation's key. */
const validatedMailing = async (templateId: string) => {
  for (const row of optedOut) await api('POST', '/v1/suppressions', suppressionOf(row))
  const { id: presetId } = await api<Postbatch>('POST', '/v1/mapping-presets', { name: 'Klanten', mapping })
  const { id } = await api<Postbatch>('POST', '/v1/postbatches', {
    name: 'Spring mailing',
    templateId,
    trackingTargetUrl: 'https://example.com/spring',
  })
  const imported = await importAndCorrect(api, id, presetId)
  await api('POST', `/v1/postbatches/${id}/validate`)
  await reached(id, 'VALIDATED')
  return { id, imported }
}

/** Compares `items.csv` of the package with the list: each valid row once, nothing else. */
const checkPrinted = (folder: string, items: readonly Item[]): void => {
  const findings = new Findings()
  const options = { bom: true, delimiter: ';', columns: true } as const
  const printed = parse(readFileSync(join(folder, 'items.csv')), options) as {
    id: string
    reference: string
  }[]
  const times = Map.groupBy(printed, ({ reference }) => reference)
  for (const reference of wanted.keys())
    findings.check(
      times.get(reference)?.length === 1,
      `${reference} is printed ${times.get(reference)?.length ?? 0} times`,
    )
  for (const [reference] of times) findings.check(wanted.has(reference), `${reference} is printed`)
  const ids = new Set(items.map(({ id }) => id))
  for (const { id } of printed) findings.check(ids.has(id), `${id} belongs to another mailing`)
  findings.assertNone('Printed')
}

/** Verifies an item's evidence offline; with a changed price it must fail. */
const checkEvidence = async (item: Item, folder: string): Promise<void> => {
  const file = (name: string, content: string) => {
    const path = join(scratch, name)
    writeFileSync(path, content)
    return path
  }
  const keys = file('keys.json', JSON.stringify(await api('GET', '/v1/meta/signing-keys')))
  const evidence = JSON.stringify(await api('GET', `/v1/items/${item.id}/evidence`))
  const verify = (path: string) =>
    shop.cli<{ holds: boolean }>('evidence', 'verify', path, '--public-key', keys, '--package', folder)
  if (!verify(file('evidence.json', evidence)).holds)
    throw new Error(`The evidence of ${item.id} is not valid`)
  const forged = evidence.replace(`"priceCents":${item.priceCents}`, `"priceCents":${item.priceCents + 1}`)
  if (forged === evidence) throw new Error(`The evidence of ${item.id} does not contain its price`)
  const path = file('forged.json', forged)
  try {
    verify(path)
  } catch (error) {
    if (/evidence_fails.*signature/.test(String(error))) return
    throw error
  }
  throw new Error(`Evidence of ${item.id} with another price is accepted`)
}

const printInTestMode = async (): Promise<void> => {
  const { secret } = await api<{ secret: string }>('POST', '/v1/webhooks', {
    url: receiver.url,
    events: ['import.*', 'postbatch.*'],
  })
  receiver.setSecret(secret)
  const { templateId, zone } = await seededPostcard(api)
  const { id, imported } = await validatedMailing(templateId)
  const { failedCount, duplicateCount, createdCount, suppressedCount } = imported
  say('List', `${createdCount + failedCount} rows: ${createdCount} imported, ${failedCount} came back`)
  say(
    '',
    `(${duplicateCount} of them duplicates), ${suppressedCount} on the suppression list; same as the dry run`,
  )

  const quote = await quoteOf(api, id)
  const { productSpecificationId } = await api<Postbatch>('POST', `/v1/postbatches/${id}/approve`)
  await reached(id, 'SCHEDULED')
  await api('POST', '/v1/developers/test-clock/advance', { to: 'next-cutoff' })
  await waitUntil('the clock arrives', async () => {
    const clock = await api<{ advancingTo: string | null; waitingJobs: number }>(
      'GET',
      '/v1/developers/test-clock',
    )
    return clock.advancingTo === null && clock.waitingJobs === 0
  })
  const items = await itemsOf(api, id)
  const sent = items.filter(({ status }) => status !== 'SUPPRESSED')
  await checkQuote(api, quote, productSpecificationId, sent)
  const runIds = [...new Set(sent.map(({ runId }) => runId))]
  if (runIds.length !== 1) throw new Error(`The mailing is in the runs ${runIds}`)

  shop.cli('run', 'package', runIds[0]!, '--to', join(scratch, 'package'))
  const folder = join(scratch, 'package', runIds[0]!)
  checkPrinted(folder, items)
  const expected = sent.map((item) => ({ itemId: item.id, addressTexts: expectedTexts(item.reference) }))
  const { items: pieces, pages } = checkPackage(folder, expected, zone, { codes: false })
  say(
    'Package',
    `${pieces} pieces on ${pages} pages: every valid row once, no bad row, each with its own address`,
  )

  const shown = [sent[0]!, sent[Math.floor(sent.length / 2)]!, sent.at(-1)!]
  for (const item of shown) await checkEvidence(item, folder)
  say('Evidence', `${shown.length} items verified offline; a changed price is detected`)
  await checkTestMoney(id, quote.subtotalCents)
  say(
    'Money',
    `${figure(quote.subtotalCents)} quoted, priced and counted for ${quote.quantity} pieces; ledger untouched`,
  )
}

const checkTestMoney = async (postbatchId: string, quoted: number): Promise<void> => {
  const summary = await api<{ totals: { spendCents: number } }>(
    'GET',
    `/v1/analytics/summary?days=366&postbatchId=${postbatchId}`,
  )
  const { spendCents } = summary.totals
  if (spendCents !== quoted)
    throw new Error(`The analytics count ${spendCents} cents, the quote is ${quoted}`)
  const ledger = await api<{ data: unknown[] }>('GET', '/v1/billing/ledger')
  if (ledger.data.length > 0) throw new Error('Test mode has written to the ledger')
}

/** Webhooks in the order of a mailing: dry run, list, corrected rows, then the Postbatch up to its schedule. */
const checkWebhooks = async (): Promise<void> => {
  const must =
    'import.completed,import.completed,import.completed,postbatch.validated,postbatch.approved,postbatch.scheduled'
  const received = () => {
    const once = new Map(receiver.envelopes.map((envelope) => [envelope.id, envelope]))
    return [...once.values()].map(({ type }) => type)
  }
  await waitUntil(`webhooks report ${must}`, async () =>
    must
      .split(',')
      .every((type) => received().filter((one) => one === type).length === must.split(type).length - 1),
  )
  if (receiver.refused.length > 0) throw new Error(`Webhooks refused:\n  ${receiver.refused.join('\n  ')}`)
  say('Webhooks', `${received().length} received, every signature verified`)
}

try {
  checkFiles()
  await shop.start()
  const { id: org } = shop.cli<{ id: string }>('org', 'create', '--name', 'Spring mailing')
  shop.cli('seed', '--org', org)
  const key = (mode: string) =>
    shop.cli<{ key: string }>('key', 'create', '--org', org, '--mode', mode, '--scopes', 'all').key
  shop.key = key('test')
  await printInTestMode()
  await checkWebhooks()

  shop.key = key('live')
  await chooseReturnAddress(api)
  const { templateId } = await seededPostcard(api)
  const { id } = await validatedMailing(templateId)
  shop.cli('billing', 'seller', ...flagsOfSeller(dutchSeller))
  const quote = await checkReservation(api, id, (cents) =>
    shop.cli('billing', 'top-up', '--org', org, '--amount-cents', String(cents)),
  )
  const { agrees } = shop.cli<{ agrees: boolean }>('billing', 'recount', '--org', org)
  if (!agrees) throw new Error('The ledger does not add up')
  say(
    'Live',
    `${figure(quote.subtotalCents)} reserved by approval, not with a cent less, and released by cancelling`,
  )
  say('Result', 'passed')
} finally {
  await shop.stop('SIGTERM')
  await receiver.close()
  if (!values.keep) rmSync(scratch, { recursive: true, force: true })
  else say('Kept', scratch)
}
