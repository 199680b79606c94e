import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decode } from 'fast-png'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readResource } from '../../src/adapters/platform/node/files.ts'
import { resourceFileName, resourceNames } from '../../src/adapters/platform/renderer-files.ts'
import { fromBase64 } from '../../src/core/kernel/bytes.ts'
import { createLettershop } from '../../src/testing.ts'
import { openBrowser } from '../support/browser.ts'
import { type Bundle, bundleForBrowser } from '../support/browser-bundle.ts'
import type { InPage } from './library-in-page.ts'
import { type Outcome, scenario } from './library-scenario.ts'

/** Serves the page's static files and endpoints for webhooks. */
let server: Server
let address: string
let browser: Browser
let bundle: Bundle
let onNode: Outcome

beforeAll(async () => {
  ;[bundle, browser, onNode] = await Promise.all([
    bundleForBrowser(['test/browser/library-in-page.ts', 'test/browser/library-worker.ts']),
    openBrowser(),
    scenario(createLettershop),
  ])
  server = createServer(async ({ url, method }, response) => {
    const path = new URL(url!, 'http://page').pathname
    const name = path.split('/').at(-1)!
    if (path === '/') {
      response.setHeader('content-type', 'text/html')
      return response.end('<!doctype html><script type="module" src="/library-in-page.js"></script>')
    }
    if (path.startsWith('/files/')) {
      const resource = resourceNames.find((known) => resourceFileName(known) === name)
      return response.end(resource && (await readResource(resource)))
    }
    if (path === '/hook') return response.writeHead(method === 'POST' ? 202 : 405).end('Thank you very much')
    if (path === '/moved') return response.writeHead(307, { location: '/hook' }).end()
    if (path === '/silent') return undefined
    const text = bundle.files.get(name)
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/javascript' })
    return response.end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await browser?.close()
  server?.closeAllConnections()
  server?.close()
})

const open = async (): Promise<{ page: Page; errors: string[] }> => {
  const page = await browser.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(address)
  await page.waitForFunction(() => 'play' in globalThis, undefined, { timeout: 0 })
  return { page, errors }
}

describe('in a page', () => {
  test.each([
    ['that renders in its own thread', false],
    ['that renders in a worker', true],
  ])('%s an item is rendered as on Node, pixel for pixel', async (_what, withWorker) => {
    const { page, errors } = await open()
    const outcome = await page.evaluate((flag) => (globalThis as unknown as InPage).play(flag), withWorker)
    expect(errors).toEqual([])
    const { png, ...rest } = outcome
    const { png: expected, ...restOnNode } = onNode
    expect(rest).toEqual(restOnNode)
    expect(rest.events).toContain('item.in_production')
    expect(rest.webhooks).toContain('item.in_production')
    expect(rest.files).toContain('manifest.json')
    const [ours, theirs] = [png, expected].map((text) => decode(fromBase64(text)!))
    expect([ours!.width, ours!.height]).toEqual([theirs!.width, theirs!.height])
    expect(Buffer.compare(ours!.data as Uint8Array, theirs!.data as Uint8Array)).toBe(0)
    expect(new Set(ours!.data).size).toBeGreaterThan(2)
    await page.close()
  })

  test.each([
    ['is answered', '/hook', { status: 202, responseBody: 'Thank you ' }],
    ['is redirected', '/moved', { error: 'redirect', responseBody: '' }],
    ['is never answered', '/silent', { error: 'timeout', responseBody: '' }],
  ])('a webhook that %s has this outcome', async (_what, path, expected) => {
    const { page } = await open()
    const timeoutMs = path === '/silent' ? 300 : 60_000
    const outcome = await page.evaluate(
      ([url, limit]) => (globalThis as unknown as InPage).sent(url, limit),
      [address + path, timeoutMs] as const,
    )
    expect(outcome).toMatchObject(expected)
    await page.close()
  })

  test('an endpoint without CORS is a failure with its reason', async () => {
    const { page } = await open()
    const other = address.replace('127.0.0.1', 'localhost')
    const outcome = await page.evaluate((url) => (globalThis as unknown as InPage).sent(url, 60_000), other)
    expect(outcome).toMatchObject({ error: 'connect', detail: expect.stringContaining('this page may read') })
    await page.close()
  })
})
