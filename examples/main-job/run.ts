/**
 * The main job on real input with the executable: 500 recipients in bulk, the cutoff by test clock, the run, the package,
 * every webhook. Verifies page by page that every valid item is printed exactly once, for its own recipient.
 *
 *   node examples/main-job/run.ts [--executable dist/lettershop] [--interrupt] [--skip-codes] [--keep]
 *
 * `--interrupt` kills or stops the server at three moments; the outcome must be the same. `--skip-codes` does not read
 * the QR codes, which takes most of the time.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { waitUntil } from '../support/api.ts'
import { checkPackage } from '../support/check-package.ts'
import { builtExecutable, Executable } from '../support/executable.ts'
import { chooseReturnAddress } from '../support/organisation.ts'
import { startReceiver } from '../support/receiver.ts'
import { checkLives } from './check-events.ts'
import {
  batches,
  checkStatuses,
  createBatch,
  expectedPieces,
  listItems,
  preparePostflow,
  runOf,
} from './scenario.ts'

const { values } = parseArgs({
  options: {
    executable: { type: 'string', default: join(import.meta.dirname, '../../dist/lettershop') },
    interrupt: { type: 'boolean', default: false },
    'skip-codes': { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
})

const program = builtExecutable(values.executable)
const scratch = mkdtempSync(join(tmpdir(), 'lettershop-main-job-'))
const shop = new Executable(program, join(scratch, 'data'))
const receiver = await startReceiver()
const say = (label: string, text: string) => console.log(`  ${label.padEnd(12)} ${text}`)

/** Restarts the server during a call, which may fail, as for any client. */
const interrupted = async (
  call: () => Promise<unknown>,
  signal: 'SIGTERM' | 'SIGKILL',
  afterMs: number,
): Promise<void> => {
  const pending = call().catch(() => undefined)
  await new Promise((wake) => setTimeout(wake, afterMs))
  await shop.stop(signal)
  await pending
  await shop.start()
}

try {
  await shop.start()
  const organisation = shop.cli<{ id: string }>('org', 'create', '--name', 'Five hundred recipients')
  const keyOf = (mode: 'live' | 'test') =>
    shop.cli<{ key: string }>('key', 'create', '--org', organisation.id, '--mode', mode, '--scopes', 'all')
      .key
  shop.key = keyOf('live')
  await chooseReturnAddress(shop.api)
  shop.cli('seed', '--org', organisation.id)
  shop.key = keyOf('test')
  const { secret } = await shop.api<{ secret: string }>('POST', '/v1/webhooks', {
    url: receiver.url,
    events: ['*'],
  })
  receiver.setSecret(secret)
  const { postflowId, zone } = await preparePostflow(shop.api)

  for (const number of batches.keys()) {
    // First moment: a power failure while a batch is being written. Repeated under its key, it has one effect.
    if (values.interrupt && number === 2)
      await interrupted(() => createBatch(shop.api, postflowId, number), 'SIGKILL', 15)
    await createBatch(shop.api, postflowId, number)
  }
  const created = await listItems(shop.api, postflowId)
  checkStatuses(created)
  say('Items', `${created.length} created, ${expectedPieces(created).length} to print`)

  const runId = runOf(created)
  const advance = () => shop.api('POST', '/v1/developers/test-clock/advance', { to: 'next-cutoff' })
  // Second moment: a power failure while the run is being rendered.
  if (values.interrupt) await interrupted(advance, 'SIGKILL', 150)
  else await advance()
  const statusOf = async () => (await shop.api<{ status: string }>('GET', `/v1/runs/${runId}`)).status
  // The position of the clock is unknown then; the run may be closed between a request and the next call.
  if (values.interrupt)
    await waitUntil('the run is closed', async () => {
      if ((await statusOf()) === 'OPEN') await advance().catch(() => undefined)
      return (await statusOf()) !== 'OPEN'
    })
  // Third moment: an orderly stop during the hand-over of the package and webhooks.
  if (values.interrupt) await interrupted(statusOf, 'SIGTERM', 20)
  await waitUntil('the run is handed to the printer', async () =>
    ['HANDED_TO_PRINTER', 'HANDED_TO_CARRIER', 'COMPLETED'].includes(await statusOf()),
  )
  await waitUntil('every good item is in production', async () =>
    (await listItems(shop.api, postflowId)).every((item) => item.status !== 'SCHEDULED'),
  )

  const folder = join(scratch, 'package')
  shop.cli('run', 'package', runId, '--to', folder)
  const items = await listItems(shop.api, postflowId)
  checkStatuses(items)
  const codes = !values['skip-codes']
  const checked = checkPackage(join(folder, runId), expectedPieces(items), zone, { codes })
  const proved = `sums, syntax, fonts, boxes${codes ? ', QR codes' : ''} and addresses`
  say('Package', `${checked.items} items on ${checked.pages} pages: ${proved} are correct`)

  const statuses = new Map(items.map((item) => [item.id, item.status]))
  await waitUntil('every webhook arrived', async () => {
    try {
      checkLives(receiver.envelopes, statuses)
      return true
    } catch {
      return false
    }
  }).catch(() => checkLives(receiver.envelopes, statuses))
  if (receiver.refused.length > 0)
    throw new Error(`Webhooks refused:\n  ${receiver.refused.slice(0, 20).join('\n  ')}`)
  const twice = receiver.envelopes.length - new Set(receiver.envelopes.map(({ id }) => id)).size
  say(
    'Webhooks',
    `${receiver.envelopes.length} received (${twice} of them twice), every signature verified, every status change allowed`,
  )
  say('Result', values.interrupt ? 'the same, with the server interrupted three times' : 'passed')
} finally {
  await shop.stop('SIGTERM')
  await receiver.close()
  if (!values.keep) rmSync(scratch, { recursive: true, force: true })
  else say('Kept', scratch)
}
