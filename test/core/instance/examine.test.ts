import { describe, expect, test } from 'vitest'
import { enqueueJobs } from '../../../src/core/engine/jobs/enqueue.ts'
import type { Services } from '../../../src/core/engine/services.ts'
import { hourMs, minuteMs } from '../../../src/core/kernel/time.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import type { Finding } from '../../../src/core/ports/upkeep.ts'
import { createMailShop } from '../../support/mail.ts'
import type { PortalSession } from '../../support/portal.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'
import { upkeepWith } from '../../support/upkeep.ts'
import { emitEvents, register } from '../../support/webhooks.ts'

const clock = '2026-01-05T08:00:00Z'

const examine = async (shop: TestShop) => {
  const session = await shop.portal({ operator: true })
  const { status, body } = await shop.call('instance.examine', { session })
  expect(status).toBe(200)
  return body as {
    healthy: boolean
    examinedAt: string
    findings: { name: string; status: string; code: string; detail: string }[]
  }
}
const finding = async (shop: TestShop, name: string) =>
  (await examine(shop)).findings.find((one) => one.name === name)

/** Creates a job that failed this many times. */
const failed = (services: Services, attempts: number) =>
  services.store.write(async (rows) => {
    const dueAt = services.clock.now() + hourMs
    const job = {
      kind: 'exports.write' as const,
      subject: 'one',
      organisationId: null,
      mode: null,
      dueAt,
      payload: { exportId: 'one' },
    }
    await enqueueJobs(services, rows, [job])
    const [row] = await rows.jobs.find(everyone, { kind: 'exports.write' })
    await rows.jobs.update(everyone, row!.id, { attempts, lastError: 'The disk is full.' })
  })

describe('an examination', () => {
  test('reports what was checked, with a status and a sentence', async () => {
    const shop = await createTestShop({ clock })
    expect(await examine(shop)).toEqual({
      healthy: true,
      examinedAt: '2026-01-05T08:00:00.000Z',
      findings: [
        {
          name: 'store',
          status: 'FINE',
          code: 'store_writes',
          detail: 'a small write takes 0 ms',
          params: { time: '0' },
          command: null,
        },
        {
          name: 'printing',
          status: 'FINE',
          code: 'printing_goes_on',
          detail: 'live runs are handed over',
          command: null,
        },
        {
          name: 'printers',
          status: 'FINE',
          code: 'printers_fine',
          detail: 'default',
          params: { printers: 'default' },
          command: null,
        },
        { name: 'invoices', status: 'FINE', code: 'invoicing_goes_on', detail: 'issued', command: null },
        {
          name: 'live runs',
          status: 'FINE',
          code: 'runs_fine',
          detail: 'none waits for a correction',
          command: null,
        },
        { name: 'jobs', status: 'FINE', code: 'jobs_fine', detail: 'none fails', command: null },
        {
          name: 'webhooks',
          status: 'FINE',
          code: 'webhooks_fine',
          detail: 'all can be signed',
          command: null,
        },
        {
          name: 'QR codes',
          status: 'FINE',
          code: 'codes_lead',
          detail: 'http://mail.example',
          params: { baseUrl: 'http://mail.example' },
          command: null,
        },
      ],
    })
  })

  test('starts with the findings of the machine', async () => {
    const found: Finding[] = [
      {
        name: 'disk space',
        status: 'wrong',
        code: 'disk_full',
        detail: '0.1 GiB free: rendered runs need room',
      },
      { name: 'fonts', status: 'fine', code: 'fonts_there', detail: '7 fonts' },
    ]
    const shop = await createTestShop({
      clock,
      ports: { upkeep: upkeepWith({ examine: async () => found }) },
    })
    const { healthy, findings } = await examine(shop)
    expect(healthy).toBe(false)
    expect(findings.slice(0, 3).map(({ name, status }) => [name, status])).toEqual([
      ['disk space', 'WRONG'],
      ['fonts', 'FINE'],
      ['store', 'FINE'],
    ])
  })

  test.each([
    ['printing', 'live printing is held: The press is down.', 'lettershop printing resume'],
    ['invoicing', 'invoicing is held: The press is down.', 'lettershop invoicing resume'],
  ])('reports that %s is held', async (what, detail, command) => {
    const shop = await createTestShop({ clock })
    const session = await shop.portal({ operator: true })
    await shop.call(`${what}.hold`, { session, body: { reason: 'The press is down.' } })
    const name = what === 'invoicing' ? 'invoices' : what
    expect(await finding(shop, name)).toMatchObject({ name, status: 'NOTE', detail, command })
    expect((await examine(shop)).healthy).toBe(true)
  })

  test.each([
    [4, 'NOTE', 'failed and being retried: 1 of exports.write'],
    [5, 'WRONG', 'failing: 1 of exports.write'],
  ])('of a job that failed %i times is %s', async (attempts, status, detail) => {
    const shop = await createTestShop({ clock })
    await failed(shop.services, attempts)
    expect(await finding(shop, 'jobs')).toMatchObject({ status, detail })
  })

  test('reports live runs that wait for a correction', async () => {
    const shop = await createMailShop({ clock })
    await shop.post()
    shop.services.config.baseUrlIsChosen = false
    await shop.advance('2026-01-05T09:00:00Z')
    await shop.advance(minuteMs)
    const [run] = await shop.runs()
    expect(await finding(shop, 'live runs')).toMatchObject({
      status: 'NOTE',
      detail: `1 waits for a correction: ${run!.id}`,
    })
    expect(await finding(shop, 'QR codes')).toMatchObject({
      status: 'NOTE',
      detail: expect.stringMatching(/^lead only to this machine/),
    })
  })

  test('reports webhooks with unreadable secrets', async () => {
    const shop = await createTestShop({ clock })
    const { id } = await register(shop)
    await shop.services.store.write((rows) =>
      rows.webhookEndpoints.update(everyone, id, { secret: new Uint8Array(64) }),
    )
    await emitEvents(shop, 2)
    await shop.core.webhooks.settle()
    expect(await finding(shop, 'webhooks')).toMatchObject({
      status: 'WRONG',
      detail: expect.stringMatching(/^2 wait because .* \(1\)/),
    })
  })
})

test('the instance is shown with its version, store and load', async () => {
  const shop = await createTestShop({
    clock,
    ports: {
      machine: {
        version: '0.3.0',
        runtime: 'Node 24.21.0',
        store: 'sqlite',
        schema: '0002_low_balance_notified',
        startedAt: Date.parse(clock),
        freeBytes: async () => 5e9,
        memoryBytes: () => 1e8,
      },
    },
  })
  const session = await shop.portal({ operator: true })
  expect((await shop.call('instance.get', { session })).body).toMatchObject({
    version: '0.3.0',
    store: 'sqlite',
    startedAt: '2026-01-05T08:00:00.000Z',
    freeBytes: 5e9,
    mailServer: true,
    unready: null,
  })
})

test.each(['instance.get', 'instance.examine'])('%s requires an operator', async (operation) => {
  const shop = await createTestShop({ clock })
  const status = async (session: PortalSession) => (await shop.call(operation, { session })).status
  expect(await status(await shop.portal())).toBe(403)
  expect(await status(await shop.portal({ operator: ['runs.manage'] }))).toBe(403)
  expect(await status(await shop.portal({ operator: ['platform.admin'] }))).toBe(200)
  expect((await shop.call(operation, { key: await shop.key('live', ['platform.admin']) })).status).toBe(404)
})
