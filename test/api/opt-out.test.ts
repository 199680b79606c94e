import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { suspendOrganisation } from '../../src/core/features/organisations/manage.ts'
import { installCatalogue } from '../../src/core/features/products/install-catalogue.ts'
import { seedOrganisation } from '../../src/core/features/seed/seed.ts'
import { type Language, languages, loaders, messagesIn } from '../../src/core/messages/opt-out.gen.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { languageOf } from '../../src/server/pages/visitor-language.ts'
import { askOften, request, startTestServer, type TestServer } from '../support/http.ts'
import { zoe } from '../support/recipients.ts'

let server: TestServer
let postflowId: string
// biome-ignore lint/suspicious/noExplicitAny: an item
let item: any
beforeEach(async () => {
  server = await startTestServer({ organisation: { name: '<b>Kaas</b> & Co' } })
  const { shop } = server
  await installCatalogue(shop.services)
  const { postflows } = await seedOrganisation(shop.services, shop.organisation.id)
  postflowId = postflows.find(({ mode }) => mode === 'test')!.id
  item = await post(zoe)
})
afterEach(() => server.close())

const api = () => server.as(server.shop.keys.test)
const post = async (recipient: Record<string, unknown>) => {
  const created = await api().send('POST', '/v1/items', { postflowId, recipient, data: { firstName: 'Zoë' } })
  expect(created.status).toBe(201)
  return created.body
}
const page = (code: string = item.tracking.code, headers: Record<string, string> = {}) =>
  request(`${server.url}/o/${code}`, { headers: { 'accept-language': 'en', ...headers } })
const refuse = (who?: string, code: string = item.tracking.code) =>
  request(`${server.url}/o/${code}`, {
    method: 'POST',
    headers: { 'accept-language': 'en' },
    body: new URLSearchParams(who === undefined ? {} : { who }),
  })
const entries = async () => (await api().send('GET', '/v1/suppressions')).body.data

describe('the opt-out page of a piece', () => {
  test('asks, needs no script, and reveals nothing of the recipient', async () => {
    const answer = await page()
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('<form method="post">')
    expect(answer.text).toContain('No more mail from &#60;b&#62;Kaas&#60;/b&#62; &#38; Co')
    expect(answer.text).toMatch(/<input type="radio" name="who" value="address" checked>/)
    for (const secret of ['Zoë', 'Vries', 'Damrak', '1012', 'Amsterdam', '<script', '<b>']) {
      expect(answer.text).not.toContain(secret)
    }
    const header = (name: string) => answer.headers.get(name)
    expect(header('content-security-policy')).toMatch(
      /default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/,
    )
    expect(header('referrer-policy')).toBe('no-referrer')
    expect(header('x-robots-tag')).toBe('noindex')
    expect(header('cache-control')).toBe('no-store')
    expect(header('x-request-id')).toMatch(/^req_/)
    expect(header('ratelimit-limit')).toBe('600')
  })

  test('has the URL of the item and the piece, in upper case for QR codes', async () => {
    expect(item.tracking.optOutUrl).toBe(`HTTP://MAIL.EXAMPLE/O/${item.tracking.code}`)
    expect((await request(`${server.url}/O/${item.tracking.code}`)).status).toBe(200)
    expect((await page(item.tracking.code.toLowerCase())).status).toBe(200)
  })

  test('changes nothing when it is viewed', async () => {
    await page()
    await request(`${server.url}/o/${item.tracking.code}`, { method: 'HEAD' })
    expect(await entries()).toEqual([])
  })

  test.each([
    ['an unknown one', 'AAAAAAAAAAAA'],
    ['a short one', 'x'],
    ['NUL', '%00'],
    ['a path', 'a%2Fb'],
    ['a very long one', 'a'.repeat(3000)],
  ])('does not exist for a code that is %s', async (_what, code) => {
    for (const answer of [await page(code), await refuse('address', code)]) {
      expect(answer.status).toBe(404)
      expect(answer.text).toContain('This code is unknown')
    }
  })

  /** Gives the printed template version another locale. */
  const printIn = (locale: string) =>
    server.shop.services.store.write(async (rows) => {
      const version = (await rows.templateVersions.get(everyone, item.templateVersionId))!
      await rows.templateVersions.update(everyone, version.id, { document: { ...version.document, locale } })
    })

  test.each(Object.keys(languages) as Language[])('has %s texts', async (language) => {
    const texts = await messagesIn(language)
    await printIn(`${language}-XX`)
    for (const path of ['o', 'O']) {
      const answer = await request(`${server.url}/${path}/${item.tracking.code}`, {
        headers: { 'accept-language': 'it, nl' },
      })
      expect(answer.text).toContain(`<html lang="${language}">`)
      expect(answer.text).toContain(texts.button)
      expect(answer.headers.get('content-language')).toBe(language)
    }
    expect((await refuse()).text).toContain(texts.doneTitle)
    await printIn('it')
    const accepted = await page(undefined, { 'accept-language': `xx, ${language}-XX;q=0.8, en;q=0.1` })
    expect(accepted.text).toContain(texts.doneTitle)
    const requested = await page(`${item.tracking.code}?lang=${language}`, { 'accept-language': 'en' })
    expect(requested.text).toContain(texts.doneTitle)
  })

  test('links to the other languages, also from a piece in one of them', async () => {
    await printIn('de-AT')
    expect((await page()).text).toContain('<a href="?lang=nl" hreflang="nl" lang="nl">Nederlands</a>')
    expect((await page(`${item.tracking.code}?lang=nl`)).text).toContain('<html lang="nl">')
  })

  test('is in English if its language can’t be loaded, and works', async () => {
    await printIn('fr')
    const load = vi.spyOn(loaders, 'fr').mockRejectedValue(new Error('EMFILE'))
    const answer = await page()
    expect([answer.status, answer.headers.get('content-language')]).toEqual([200, 'en'])
    expect((await refuse()).text).toContain('You are on the list')
    expect(await entries()).toHaveLength(1)
    expect(server.shop.logged).toHaveLength(2)
    server.shop.logged.splice(0)
    load.mockRestore()
    expect((await page()).headers.get('content-language')).toBe('fr')
  })

  test.each([
    [null, null, null, 'en'],
    [null, null, 'nl', 'nl'],
    [null, null, 'fr;q=0.5, de', 'de'],
    [null, null, 'de;q=0, fr;q=0.1', 'fr'],
    [null, null, '*, ;;q=x,,', 'en'],
    [null, 'nl-NL', 'de', 'nl'],
    [null, 'FR', 'de', 'fr'],
    [null, 'it-IT', 'de', 'de'],
    [null, 'constructor', null, 'en'],
    ['nl', 'fr-FR', 'de', 'nl'],
    ['it', 'fr-FR', 'de', 'fr'],
    ['__proto__', null, 'constructor', 'en'],
  ])('lang=%s on a piece in %s with Accept-Language %s is %s', (requested, locale, accepted, language) => {
    expect(languageOf({ requested, locale, accepted })).toBe(language)
  })

  test('is not slowed by a header of many languages', () => {
    expect(languageOf({ accepted: 'xx,'.repeat(50_000) })).toBe('en')
  })
})

describe('opting out', () => {
  test('puts the address on the sender’s list, once', async () => {
    for (let time = 0; time < 2; time++) {
      const answer = await refuse('address')
      expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('You are on the list')])
      expect(answer.text).not.toContain('<form')
    }
    expect(await entries()).toMatchObject([
      { reason: 'opt_out', source: 'OPT_OUT', status: 'ACTIVE', matchName: false, itemId: item.id },
    ])
    expect((await page()).text).toContain('You are on the list')
    expect(await post({ ...zoe, name: 'Bram' })).toMatchObject({
      status: 'SUPPRESSED',
      suppression: { reason: 'opt_out', matchedBy: ['address'] },
    })
  })

  test('for the person only still allows mail to others, and can be extended', async () => {
    const answer = await refuse('person')
    expect(answer.text).toContain('to the person named on the piece')
    expect(await post({ ...zoe, name: 'Bram' })).toMatchObject({ suppression: null })
    expect(await post(zoe)).toMatchObject({ status: 'SUPPRESSED' })
    expect((await page()).text).toMatch(/value="address"/)
    expect((await page()).text).not.toMatch(/value="person"/)
    await refuse('address')
    expect(await post({ ...zoe, name: 'Bram' })).toMatchObject({ status: 'SUPPRESSED' })
  })

  test.each([undefined, '', 'everything'])('with who=%s protects the whole address', async (who) => {
    expect((await refuse(who)).status).toBe(200)
    expect(await entries()).toMatchObject([{ matchName: false }])
  })

  test('does not undo what a member decided before', async () => {
    const body = { recipient: zoe, reason: 'deceased' }
    await api().send('POST', '/v1/suppressions', body)
    expect((await refuse('address')).status).toBe(200)
    expect(await entries()).toMatchObject([{ reason: 'deceased', source: 'API' }])
  })

  test('works while the sender is suspended', async () => {
    const { shop } = server
    await suspendOrganisation(shop.services, shop.organisation.id)
    expect((await refuse('address')).status).toBe(200)
    expect(await entries()).toHaveLength(1)
  })

  test('is separate by mode', async () => {
    await refuse('address')
    expect((await server.as().send('GET', '/v1/suppressions')).body.data).toEqual([])
  })

  test('of a piece with an erased address is explained', async () => {
    await server.shop.services.store.write((rows) =>
      rows.items.update(everyone, item.id, { recipient: { country: 'NL' } }),
    )
    expect((await page()).text).toContain('The address was already deleted')
    expect((await refuse('address')).text).toContain('The address was already deleted')
    expect(await entries()).toEqual([])
  })

  test('accepts a form of up to 1 KiB, and no other method', async () => {
    const send = (method: string, body: string | null, type = 'application/x-www-form-urlencoded') =>
      request(`${server.url}/o/${item.tracking.code}`, { method, body, headers: { 'content-type': type } })
    expect((await send('POST', `a=${'b'.repeat(1022)}`)).status).toBe(200)
    const long = await send('POST', `a=${'b'.repeat(1023)}`)
    expect([long.status, long.body.code]).toEqual([413, 'body_too_large'])
    expect((await send('POST', '{"who":"person"}', 'application/json')).status).toBe(200)
    const refused = await send('DELETE', null)
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS, POST'])
  })

  test('and viewing count together: after six hundred a minute from one address, a page asks to wait', async () => {
    const looks = await askOften(599, () => page('AAAAAAAAAAAA'))
    expect(new Set(looks.map(({ status }) => status))).toEqual(new Set([404]))
    expect((await page()).status).toBe(200)
    const answer = await refuse('address')
    expect([answer.status, answer.text]).toEqual([429, expect.stringContaining('Please wait a moment')])
    expect(answer.headers.get('retry-after')).toBe(answer.headers.get('ratelimit-reset'))
    expect(await entries()).toEqual([])
    // Scans have their own limit.
    expect((await request(`${server.url}/q/${item.tracking.code}`)).status).toBe(302)
  })
})
