import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { installCatalogue } from '../../src/core/features/products/install-catalogue.ts'
import { seedOrganisation } from '../../src/core/features/seed/seed.ts'
import { everyone, StoreUnavailable } from '../../src/core/ports/store.ts'
import { createApp } from '../../src/server/app.ts'
import { visitLimits } from '../../src/server/limits.ts'
import { askOften, request, startTestServer, type TestServer } from '../support/http.ts'
import { zoe } from '../support/recipients.ts'

let server: TestServer
let code: string
let itemId: string
let postflowId: string
beforeEach(async () => {
  server = await startTestServer()
  const { shop } = server
  await installCatalogue(shop.services)
  const { postflows } = await seedOrganisation(shop.services, shop.organisation.id)
  postflowId = postflows.find(({ mode }) => mode === 'test')!.id
  const api = server.as(shop.keys.test)
  const created = await api.send('POST', '/v1/items', {
    postflowId,
    recipient: zoe,
    data: { firstName: 'Zoë' },
  })
  expect(created.status).toBe(201)
  itemId = created.body.id
  code = created.body.tracking.code
})
afterEach(() => server.close())

const scans = async () =>
  (await server.as(server.shop.keys.test).send('GET', `/v1/items/${itemId}`)).body.scanCount

test('a scan is counted and redirected to the Postflow’s target', async () => {
  const response = await request(`${server.url}/q/${code}`)
  expect([response.status, response.headers.get('location')]).toEqual([302, 'https://example.com/flowers'])
  expect(await scans()).toBe(1)
})

const redirectTo = (trackingTargetUrl: string) =>
  server.as(server.shop.keys.test).send('PATCH', `/v1/postflows/${postflowId}`, { trackingTargetUrl })

test.each([
  ['a line end', 'https://example.com/a\r\nX-Injected: 1', 'https://example.com/aX-Injected:%201'],
  ['a tab', 'https://exam\tple.com/a', 'https://example.com/a'],
  ['letters beyond ASCII', 'https://käse.example/Zoë?q=ü', 'https://xn--kse-qla.example/Zo%C3%AB?q=%C3%BC'],
  ['an emoji', 'https://example.com/#🧀', 'https://example.com/#%F0%9F%A7%80'],
  ['upper case and no path', 'HTTPS://EXAMPLE.COM', 'https://example.com/'],
])('a target with %s is stored unchanged, and redirected to', async (_what, given, kept) => {
  expect(await redirectTo(given)).toMatchObject({ status: 200, body: { trackingTargetUrl: kept } })
  const response = await request(`${server.url}/q/${code}`)
  expect([response.status, response.headers.get('location')]).toEqual([302, kept])
  expect(response.headers.get('x-injected')).toBeNull()
})

test.each([
  ['2,000 characters', `https://example.com/${'a'.repeat(1980)}`, 200],
  ['2,001 characters', `https://example.com/${'a'.repeat(1981)}`, 422],
  ['2,000 characters when encoded', `https://example.com/${'ë'.repeat(330)}`, 200],
  ['more than 2,000 characters when encoded', `https://example.com/${'ë'.repeat(331)}`, 422],
  ['another scheme', 'javascript:alert(1)', 422],
])('a target of %s is answered %#', async (_what, url, status) => {
  expect((await redirectTo(url)).status).toBe(status)
})

test('a scan without a target is thanked in the language of the piece', async () => {
  const { store } = server.shop.services
  const { organisationId, templateVersionId } = (await store.read((rows) =>
    rows.items.get(everyone, itemId),
  ))!
  const own = { organisationId }
  await store.write(async (rows) => {
    await rows.postflows.update(own, postflowId, { trackingTargetUrl: null })
    const { document } = (await rows.templateVersions.get(own, templateVersionId))!
    await rows.templateVersions.update(own, templateVersionId, { document: { ...document, locale: 'fr-BE' } })
  })
  const response = await request(`${server.url}/q/${code}`, { headers: { 'accept-language': 'nl' } })
  expect([response.status, response.headers.get('content-language')]).toEqual([200, 'fr'])
  expect(response.text).toContain('<h1>Merci</h1>')
  expect(await scans()).toBe(1)
})

test('the printed URL is upper case, including the path', async () => {
  expect((await request(`${server.url}/Q/${code.toUpperCase()}`)).status).toBe(302)
  expect((await request(`${server.url}/q/${code.toLowerCase()}`)).status).toBe(302)
  expect(await scans()).toBe(2)
})

test('a HEAD request is not a scan', async () => {
  expect((await request(`${server.url}/q/${code}`, { method: 'HEAD' })).status).toBe(200)
  expect(await scans()).toBe(0)
})

test('an unknown code is a 404: a problem for programs, a page for browsers', async () => {
  for (const unknown of ['AAAAAAAAAAAA', 'x', '%FF', '%00', 'a%2Fb']) {
    const headers = { accept: 'application/json' }
    const response = await request(`${server.url}/q/${unknown}`, { headers })
    expect([unknown, response.status, response.body.code]).toEqual([unknown, 404, 'not_found'])
  }
  for (const accept of ['*/*', 'text/html', 'text/html, application/json']) {
    const headers = { accept, 'accept-language': 'nl' }
    const page = await request(`${server.url}/q/AAAAAAAAAAAA`, { headers })
    expect([page.status, page.text]).toEqual([404, expect.stringContaining('Deze code leidt nergens heen')])
    expect(page.headers.get('content-type')).toContain('text/html')
  }
})

describe('a crowd behind one address', () => {
  const ask = (path: string, count: number, init?: RequestInit) =>
    askOften(count, () => request(`${server.url}${path}`, init))
  const scan = async () => (await request(`${server.url}/q/${code}`)).status

  test('is always redirected: six hundred scans of a code are counted per minute', async () => {
    expect(new Set((await ask(`/q/${code}`, 599)).map(({ status }) => status))).toEqual(new Set([302]))
    expect([await scan(), await scans()]).toEqual([302, 600])
    expect([await scan(), await scans()]).toEqual([302, 600])
    server.shop.clock.advance(60_000)
    expect([await scan(), await scans()]).toEqual([302, 601])
  })

  test('beyond six thousand scans a minute gets a page in its language that asks to try again', async () => {
    // Calls the app without sockets, over which so many requests would take seconds.
    const app = createApp(server.core)
    const visit = (path: string, init?: RequestInit) => app.fetch(new Request(server.url + path, init))
    for (let n = 1; n < visitLimits.scans; n++) {
      expect((await visit('/q/x', { method: 'HEAD' })).status).toBe(200)
    }
    expect((await visit(`/q/${code}`)).status).toBe(302)
    const refused = await visit(`/q/${code}`, { headers: { 'accept-language': 'nl' } })
    expect([refused.status, await refused.text()]).toEqual([
      429,
      expect.stringContaining('Een ogenblik geduld'),
    ])
    expect(refused.headers.get('content-type')).toContain('text/html')
    expect(refused.headers.get('retry-after')).toBe(refused.headers.get('ratelimit-reset'))
    // Opt-outs have their own limit.
    expect((await visit(`/o/${code}`)).status).toBe(200)
  })
})

describe('when the store', () => {
  const unavailable = async () => {
    throw new StoreUnavailable('The disk is full.')
  }

  test('accepts no writes, a scan is redirected, uncounted', async () => {
    const { store } = server.shop.services
    const write = store.write
    store.write = unavailable
    expect((await request(`${server.url}/q/${code}`)).headers.get('location')).toBe(
      'https://example.com/flowers',
    )
    store.write = write
    expect(await scans()).toBe(0)
  })

  test('cannot be read either, visitors get a page', async () => {
    const { store } = server.shop.services
    store.write = unavailable
    store.read = unavailable
    for (const path of ['q', 'o']) {
      const answer = await request(`${server.url}/${path}/${code}`)
      expect([answer.status, answer.text]).toEqual([503, expect.stringContaining('Please wait a moment')])
    }
  })
})
