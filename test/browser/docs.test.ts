import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/core/app/operations.ts'
import { openBrowser } from '../support/browser.ts'
import { startTestServer, type TestServer } from '../support/http.ts'

let server: TestServer
let browser: Browser
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startTestServer(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

/** What `docs-in-page.js` adds to the page. */
type InPage = typeof globalThis & {
  shownOperations(): string[] | undefined
  openOperation(id: string): Promise<{ request: boolean; examples: number }>
}

/** The viewer's id of an operation in its page. */
const idOf = ({ method, path }: { method: string; path: string }) =>
  `${method.toLowerCase()}-/v1${path}`.replace(/[{}]/g, '-')

test('/docs opens every operation without an error, with its responses and their examples', async () => {
  const page = await browser.newPage()
  const errors: string[] = []
  const requests: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('request', (request) => requests.push(request.url()))
  await page.addInitScript({ path: join(import.meta.dirname, 'docs-in-page.js') })
  await page.goto(`${server.url}/docs`)
  const listed = await page.waitForFunction(() => (globalThis as InPage).shownOperations(), undefined, {
    timeout: 0,
  })
  const ids = (await listed.jsonValue()) as string[]
  expect(ids).toEqual(expect.arrayContaining(operations.map(idOf)))
  const answering = new Set(operations.filter(({ output }) => typeof output !== 'string').map(idOf))
  for (const id of ids) {
    const shown = await page.evaluate((one) => (globalThis as InPage).openOperation(one), id)
    expect([id, errors]).toEqual([id, []])
    expect([id, shown]).toMatchObject([id, { request: true }])
    if (answering.has(id)) expect([id, shown.examples]).toEqual([id, expect.toSatisfy((count) => count > 0)])
  }
  const elsewhere = requests.filter((url) => !url.startsWith(server.url) && !/^(data|blob):/.test(url))
  expect(elsewhere).toEqual([])
}, 600_000)
