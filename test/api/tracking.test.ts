import { afterEach, beforeEach, expect, test } from 'vitest'
import { installCatalogue } from '../../src/core/products/catalogue.ts'
import { seedOrganisation } from '../../src/core/seed/seed.ts'
import { request, startTestServer, type TestServer } from '../support/http.ts'
import { zoe } from '../support/recipients.ts'

let server: TestServer
let code: string
let itemId: string
beforeEach(async () => {
  server = await startTestServer()
  const { shop } = server
  await installCatalogue(shop.services)
  const { postflows } = await seedOrganisation(shop.services, shop.organisation.id)
  const postflowId = postflows.find(({ mode }) => mode === 'test')!.id
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

test('a scanned code is counted and leads where its Postflow says', async () => {
  const response = await request(`${server.url}/q/${code}`)
  expect([response.status, response.headers.get('location')]).toEqual([302, 'https://example.com/flowers'])
  expect(await scans()).toBe(1)
})

test('the address on paper is all capitals, path included', async () => {
  expect((await request(`${server.url}/Q/${code.toUpperCase()}`)).status).toBe(302)
  expect((await request(`${server.url}/q/${code.toLowerCase()}`)).status).toBe(302)
  expect(await scans()).toBe(2)
})

test('asking for the headers only is no scan', async () => {
  expect((await request(`${server.url}/q/${code}`, { method: 'HEAD' })).status).toBe(200)
  expect(await scans()).toBe(0)
})

test('a code that is not ours is a 404: a problem for programs, a page for people', async () => {
  for (const unknown of ['AAAAAAAAAAAA', 'x', '%FF', '%00', 'a%2Fb']) {
    const response = await request(`${server.url}/q/${unknown}`)
    expect([unknown, response.status, response.body.code]).toEqual([unknown, 404, 'not_found'])
  }
  const page = await request(`${server.url}/q/AAAAAAAAAAAA`, { headers: { accept: 'text/html' } })
  expect(page.status).toBe(404)
  expect(page.text).toContain('This code leads nowhere')
})

test('one address may ask sixty times a minute', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 61; n++) statuses.push((await request(`${server.url}/q/AAAAAAAAAAAA`)).status)
  expect(statuses.slice(0, 60)).toEqual(Array(60).fill(404))
  const refused = await request(`${server.url}/q/${code}`)
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
  expect(refused.headers.get('retry-after')).toBe(refused.headers.get('ratelimit-reset'))
})
