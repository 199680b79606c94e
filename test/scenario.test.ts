import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { checkLives, type Envelope } from '../examples/main-job/check-events.ts'
import {
  batches,
  checkStatuses,
  createBatch,
  expectedPieces,
  listItems,
  preparePostflow,
  runOf,
} from '../examples/main-job/scenario.ts'
import type { Api } from '../examples/support/api.ts'
import { checkPackage } from '../examples/support/check-package.ts'
import { createApp } from '../src/server/index.ts'
import { createLettershop, type TestLettershop, verifyWebhook } from '../src/testing.ts'
import { itWithTools } from './support/tools.ts'

/** Returns a client of the HTTP API that calls the app in this process, without a port. */
const apiOf = (shop: TestLettershop, key: string): Api => {
  const app = createApp(shop.core)
  return async <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await app.fetch(
      new Request(`http://lettershop.test${path}`, {
        method,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return (text ? JSON.parse(text) : undefined) as T
  }
}

const packageFolder = (shop: TestLettershop, runId: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'lettershop-scenario-'))
  for (const file of shop.printers.test.packages.get(runId)!)
    writeFileSync(join(folder, file.name), file.bytes!)
  return folder
}

const tools = ['qpdf', 'gs', 'pdfinfo', 'pdffonts', 'pdftotext', 'pdftoppm', 'zbarimg']

itWithTools(
  tools,
  'a hundred recipients in memory: each valid one is printed once, and every event is delivered and signed',
  async () => {
    const shop = await createLettershop({ clock: '2026-01-05T09:00:00Z' })
    const { testKey } = await shop.seed({ name: 'A hundred recipients' })
    const api = apiOf(shop, testKey)
    const { secret } = await api<{ secret: string }>('POST', '/v1/webhooks', {
      url: 'https://receiver.example/hook',
      events: ['*'],
    })
    const { postflowId, zone } = await preparePostflow(api)

    // The first of the five batches that `npm run main-job` sends to the executable.
    const sent = batches[0]!
    await createBatch(api, postflowId, 0)
    // The same batch under the same key has no second effect.
    await createBatch(api, postflowId, 0)
    const created = await listItems(api, postflowId)
    checkStatuses(created, sent)

    await shop.clock.advanceTo('next-cutoff')
    const runId = runOf(created)
    const folder = packageFolder(shop, runId)
    const items = await listItems(api, postflowId)
    checkStatuses(items, sent)
    const pieces = expectedPieces(items, sent)
    expect(checkPackage(folder, pieces, zone)).toEqual({ items: pieces.length, pages: pieces.length * 2 })
    rmSync(folder, { recursive: true })

    const envelopes: Envelope[] = []
    for (const { body, headers } of shop.webhooks.requests) {
      const sentAt = Number(headers['X-Webhook-Timestamp']) * 1000
      envelopes.push((await verifyWebhook(body, headers, secret, { now: sentAt })) as Envelope)
    }
    checkLives(envelopes, new Map(items.map((item) => [item.id, item.status])))
    await shop.close()
  },
  // Every page is rendered and searched for codes.
  3_000_000,
)
