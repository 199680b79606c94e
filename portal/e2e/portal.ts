import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { sampleRecipient } from '../../bin/demo/steps.ts'
import { openBrowser } from '../../test/support/browser.ts'
import { lettershopJson, newKey, type ServerProcess, startServerProcess } from '../../test/support/cli.ts'
import { type DataFile, readDataFolder, writeDataFolder } from './data-folder.ts'
import { followRequests } from './settled.ts'

export const person = { name: 'Zoë de Vries', email: 'zoe@example.com', password: 'correct horse battery' }
export const organisationName = 'Fern & Field'

/** A server with the portal, started like a self-hosted one, and a browser. */
export interface Portal {
  server: ServerProcess
  browser: Browser
  data: string
  /** All errors of pages: console errors, policy violations and failed requests. */
  errors: string[]
  /** Stops the server, as an operator or an upgrade does. */
  stop(): Promise<void>
  /** Starts the server again at the same address with the same data. */
  start(): Promise<void>
  newPage(context?: BrowserContext, options?: BrowserContextOptions): Promise<Page>
  close(): Promise<void>
}

/**
 * The tests of a worker share a browser, which is closed with the worker; nothing of a test remains in it
 * except in-memory caches.
 */
let shared: Promise<Browser> | undefined

/**
 * Starts a server from the sources with this Node, or from the executable named by LETTERSHOP_TEST_PROGRAM.
 * Callers other than tests pass their own browser, which is closed with the portal.
 */
export const openPortal = async (flags: readonly string[] = [], own?: Promise<Browser>): Promise<Portal> => {
  const data = mkdtempSync(join(tmpdir(), 'lettershop-portal-'))
  const args = ['--data', data, '--allow-insecure-webhooks', ...flags]
  if (!own) shared ??= openBrowser({ shortVisits: true })
  const [server, browser] = await Promise.all([startServerProcess(args), (own ?? shared)!])
  const errors: string[] = []
  const portal: Portal = {
    server,
    browser,
    data,
    errors,
    async stop() {
      await portal.server.end()
    },
    async start() {
      portal.server = await startServerProcess(args, {}, server.port)
    },
    async newPage(context, options) {
      const page = await (context ?? (await browser.newContext(options))).newPage()
      followRequests(page)
      // Images are drawn in separate processes, which are slow on a busy machine.
      page.setDefaultTimeout(100_000)
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`)
      })
      page.on('request', (request) => {
        if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.url)) {
          errors.push(`asked ${request.url()}`)
        }
      })
      return page
    },
    async close() {
      if (own) await browser.close()
      else for (const context of browser.contexts()) await context.close()
      await portal.server.end()
      rmSync(data, { recursive: true })
    },
  }
  return portal
}

/** Answers the three steps of the setup page. */
export const answerSetUp = async (page: Page, printing = 'A print shop prints for us'): Promise<void> => {
  const proceed = page.getByRole('button', { name: 'Continue' })
  await page.getByRole('radio', { name: printing }).check()
  await proceed.click()
  await page.getByLabel('Name of the organisation').fill(organisationName)
  await page.getByLabel('Mail is posted in').selectOption('NL')
  await proceed.click()
  await page.getByLabel('Your name').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Finish set-up' }).click()
}

/** Completes the setup page as the first user. Ends on the first screen. */
export const setUpInBrowser = async (portal: Portal, page: Page, printing?: string): Promise<void> => {
  const { pathname, hash } = new URL(portal.server.setupUrl!)
  await page.goto(`${portal.server.url}${pathname}${hash}`)
  await answerSetUp(page, printing)
  await page.getByRole('navigation').waitFor()
}

/** The data folder of a server that has ended, and the state of its user's browser. */
interface Prepared<Known> {
  files: DataFile[]
  state: string
  url: string
  known: Known
}

/** Runs the steps on a separate server. Returns its data folder and the state of its browser. */
const prepare = async <Known>(
  { browser }: Portal,
  steps: (portal: Portal, page: Page) => Promise<Known>,
): Promise<Prepared<Known>> => {
  const portal = await openPortal([], Promise.resolve(browser))
  try {
    const page = await portal.newPage()
    const known = await steps(portal, page)
    const state = JSON.stringify(await page.context().storageState())
    await page.context().close()
    await portal.stop()
    return { files: readDataFolder(portal.data), state, url: portal.server.url, known }
  } finally {
    await portal.stop()
    rmSync(portal.data, { recursive: true })
  }
}

/** Restarts a server that has no users on prepared data, and signs the page in. */
const adopt = async (portal: Portal, page: Page, { files, state, url }: Prepared<unknown>): Promise<void> => {
  await portal.stop()
  writeDataFolder(portal.data, files)
  await portal.start()
  await page.context().setStorageState(JSON.parse(state.replaceAll(url, portal.server.url)))
}

// The organisation and the sample data are prepared once per worker: doing it for each file took a tenth of
// the processor time.
let organisation: Promise<Prepared<void>> | undefined
let sampleData: Promise<Prepared<SampleData>> | undefined

/** Sets up the first organisation from prepared data. Ends on the first screen. */
export const setUp = async (portal: Portal, page: Page): Promise<void> => {
  organisation ??= prepare(portal, (own, first) => setUpInBrowser(own, first))
  await adopt(portal, page, await organisation)
  await page.goto(`${portal.server.url}/portal/`)
  await page.getByRole('navigation').waitFor()
}

/** Opens the operator's area. */
export const enterOperatorArea = async (page: Page): Promise<void> => {
  await page.goto(new URL('/portal/operator', page.url()).href)
}

/** Calls an operation that keys may not call, as the page's user. */
export const callAsPerson = (
  page: Page,
  method: string,
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any shape
): Promise<any> =>
  page.evaluate(
    async ([method, path, body, more]) => {
      const response = await fetch(`/v1${path}`, {
        method: method!,
        headers: {
          'Content-Type': 'application/json',
          'X-CSRF-Protection': '1',
          'X-Mode': 'test',
          ...JSON.parse(more!),
        },
        ...(body === undefined ? {} : { body }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(text)
      return text === '' ? undefined : JSON.parse(text)
    },
    [method, path, body === undefined ? undefined : JSON.stringify(body), JSON.stringify(more)],
  )

/** Keys of the organisation, and its sample Postflows in test mode. */
interface SampleData {
  organisationId: string
  key: string
  liveKey: string
  postflowIds: string[]
}

const seed = async ({ data }: Portal): Promise<SampleData> => {
  const [organisation] = (await lettershopJson(['org', 'list', '--data', data])) as { id: string }[]
  const { id } = organisation!
  const { postflows } = (await lettershopJson(['seed', '--org', id, '--data', data])) as {
    postflows: { id: string; mode: string; name: string }[]
  }
  const [key, liveKey] = await Promise.all(
    (['test', 'live'] as const).map((mode) => newKey(id, mode, ['--data', data])),
  )
  const postflowIds = postflows.filter(({ mode }) => mode === 'test').map((postflow) => postflow.id)
  return { organisationId: id, key: key!, liveKey: liveKey!, postflowIds }
}

/**
 * Seeds sample Postflows. Returns API clients for the organisation: in test mode and, as `callLive`, in live
 * mode.
 */
export const seeded = async (portal: Portal) => clientsOf(portal, await seed(portal))

const clientsOf = (portal: Portal, { organisationId, key, liveKey, postflowIds }: SampleData) => {
  const callWith =
    (by: string) =>
    // biome-ignore lint/suspicious/noExplicitAny: tests look into any shape
    async (method: string, path: string, body?: unknown): Promise<any> => {
      const response = await fetch(`${portal.server.url}/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${by}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const answer = await response.json()
      if (!response.ok) throw new Error(JSON.stringify(answer))
      return answer
    }
  const call = callWith(key)
  /** Advances the test clock to the next cutoff, and waits until all due work is done. */
  const advance = async () => {
    let clock = await call('POST', '/developers/test-clock/advance', { to: 'next-cutoff' })
    while (clock.advancingTo !== null) clock = await call('GET', '/developers/test-clock')
  }
  /** Validates a mailing, and waits until it is done. */
  const validate = async (id: string) => {
    let mailing = await call('POST', `/postbatches/${id}/validate`)
    while (mailing.status === 'VALIDATING') {
      await new Promise((wake) => setTimeout(wake, 50))
      mailing = await call('GET', `/postbatches/${id}`)
    }
    if (mailing.status !== 'VALIDATED') throw new Error(JSON.stringify(mailing))
  }
  const uploadWith =
    (by: string) =>
    // biome-ignore lint/suspicious/noExplicitAny: tests look into any shape
    async (kind: string, name: string, body: Uint8Array): Promise<any> => {
      const query = new URLSearchParams({ kind, name })
      const response = await fetch(`${portal.server.url}/v1/uploads?${query}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${by}`, 'Content-Type': 'application/octet-stream' },
        body: body as Uint8Array<ArrayBuffer>,
      })
      if (!response.ok) throw new Error(await response.text())
      return response.json()
    }
  const createItem = (index: number, postflow = 0) => {
    const recipient = sampleRecipient(index)
    const body = {
      postflowId: postflowIds[postflow],
      recipient,
      data: { firstName: recipient.name!.split(' ')[0] },
    }
    return call('POST', '/items', body)
  }
  return {
    organisationId,
    key,
    call,
    callLive: callWith(liveKey),
    uploadTest: uploadWith(key),
    uploadLive: uploadWith(liveKey),
    postflowIds,
    createItem,
    validate,
    advance,
  }
}

/** Configures the seller and its bank account. */
export const nameSeller = async ({ data }: Portal, { iban = true } = {}): Promise<void> => {
  const seller = {
    name: 'Print B.V.',
    street: 'Damrak 1',
    'postal-code': '1012 LG',
    city: 'Amsterdam',
    country: 'NL',
    'vat-number': 'NL123456789B01',
    ...(iban ? { iban: 'NL91ABNA0417164300' } : {}),
  }
  const flags = Object.entries(seller).flatMap(([flag, value]) => [`--${flag}`, value])
  await lettershopJson(['billing', 'seller', ...flags, '--data', data])
}

/** Sets up the first organisation with sample Postflows and this many items. Ends on the user's profile. */
export const sampled = async (portal: Portal, page: Page, items: number) => {
  sampleData ??= prepare(portal, async (own, first) => {
    await setUp(own, first)
    const data = await seed(own)
    await nameSeller(own)
    return data
  })
  const prepared = await sampleData
  await adopt(portal, page, prepared)
  // The first screen would render an image of each new item, which nobody looks at.
  await page.goto(`${portal.server.url}/portal/profile`)
  const samples = clientsOf(portal, prepared.known)
  let itemId = ''
  for (let index = 0; index < items; index++) itemId = (await samples.createItem(index, index % 3)).id
  return { ...samples, itemId }
}

/** Raises the rate limits, so that one user can open all screens within a minute. */
export const raiseLimits = async (
  page: Page,
  { organisationId }: Awaited<ReturnType<typeof seeded>>,
): Promise<void> => {
  const limits = { rateLimits: { general: 6_000 } }
  await callAsPerson(page, 'PATCH', `/organisations/${organisationId}/limits`, limits)
}
