import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { pdfText } from '../../../src/adapters/pdf/writer/writer.ts'
import { createItemShop } from '../../support/items.ts'
import { renderer } from '../../support/templates.ts'

afterAll(() => renderer.close())

const thai = readFileSync(
  createRequire(import.meta.url).resolve(
    '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
  ),
)
/** A CMYK output profile: the bundled FOGRA39, which the tests add under other names. */
const profile = readFileSync(new URL('../../../src/adapters/pdf/profiles/FOGRA39.icc', import.meta.url))
const rgb = readFileSync(new URL('../../../src/adapters/pdf/profiles/sRGB.icc', import.meta.url))

const createShop = async () => {
  const shop = await createItemShop({ ports: { renderer } })
  const session = await shop.portal({ operator: true, email: 'olaf@example.com' })
  const add = (about: Record<string, string>, bytes: Uint8Array) => {
    const query = new URLSearchParams({ id: 'thai', kind: 'FONT', name: 'Thai', ...about })
    return shop.call('platformAssets.add', { session, query: query.toString(), bytes })
  }
  const remove = (id: string) => shop.call('platformAssets.remove', { session, params: { id } })
  return { shop, session, add, remove }
}

const recipient = {
  name: 'สมชาย ใจดี',
  street: 'Damrak',
  houseNumber: '1',
  postalCode: '1012 LG',
  city: 'Amsterdam',
  country: 'NL',
}

describe('a font of the operator', () => {
  test('prints names in scripts that no other font has, in designs published before', async () => {
    const { shop, add, remove } = await createShop()
    const item = await shop.create({ recipient })
    expect(item.status).toBe('NEEDS_ATTENTION')
    expect(item.findings[0]).toMatchObject({ code: 'glyph_missing', severity: 'error' })
    expect(item.findings[0].message).toContain('Thai). A font such as Noto Sans Thai supports this script.')

    expect(await add({ licence: 'OFL-1.1' }, thai)).toMatchObject({
      status: 201,
      body: { id: 'thai', origin: 'INSTANCE', kind: 'FONT', licence: 'OFL-1.1', sizeBytes: thai.length },
    })
    const printed = await shop.create({ recipient })
    expect(printed).toMatchObject({ status: 'SCHEDULED', findings: [] })
    const preview = await shop.call('items.paper', { params: { id: printed.id }, query: 'page=2' })
    expect(preview.status).toBe(200)

    expect((await remove('thai')).status).toBe(204)
    expect((await shop.create({ recipient })).status).toBe('NEEDS_ATTENTION')
  })

  test('is listed and downloaded like those of the program', async () => {
    const { shop, add } = await createShop()
    await add({}, thai)
    const { data } = (await shop.call('platformAssets.list', { query: 'kind=FONT' })).body
    expect(data.filter(({ origin }: { origin: string }) => origin === 'INSTANCE')).toMatchObject([
      {
        id: 'thai',
        name: 'Thai',
        fileName: 'thai.ttf',
        contentType: 'font/ttf',
        licence: 'unknown',
        font: { scripts: expect.arrayContaining(['Thai']) },
      },
    ])
    const { url } = data.at(-1)
    const file = await shop.call('media.get', { key: null, params: { token: url.split('/').at(-1) } })
    expect(Buffer.from(file.body).equals(thai)).toBe(true)
  })
})

describe('a profile of the operator', () => {
  test('is the output intent of its prints, and stays while a stock or version names it', async () => {
    const { shop, session, add, remove } = await createShop()
    const added = await add({ id: 'PRESS-7', kind: 'ICC_PROFILE', name: 'Press 7, uncoated' }, profile)
    expect(added.status).toBe(201)
    const printOn = (colourProfile: string) =>
      shop.call('catalogue.putStock', {
        session,
        params: { key: 'silk-300' },
        body: { key: 'silk-300', name: 'Silk', gsm: 300, coated: true, colourProfile, maxInkPercent: 330 },
      })
    expect((await printOn('PRESS-7')).status).toBe(200)
    const { id } = await shop.create({})
    const render = await shop.call('renders.create', { body: { itemId: id, format: 'pdf' } })
    await shop.settle()
    const file = await shop.call('renders.file', { params: { id: render.body.id } })
    const pdf = Buffer.from(file.body).toString('latin1')
    expect(pdf).toContain(`/OutputConditionIdentifier ${pdfText('PRESS-7')}`)
    const refused = await remove('PRESS-7')
    expect(refused).toMatchObject({ status: 409, body: { code: 'still_referenced' } })
    expect(refused.body.detail).toMatch(/^Papers or products use it, or did: “Silk”, .*“Postcard A6”/)
    // The profile can't be removed: mail sold on this paper may be printed again.
    expect((await printOn('FOGRA39')).status).toBe(200)
    expect((await remove('PRESS-7')).status).toBe(409)

    await add({ id: 'PRESS-8', kind: 'ICC_PROFILE', name: 'Press 8' }, profile)
    expect((await remove('PRESS-8')).status).toBe(204)
    expect((await remove('PRESS-8')).status).toBe(404)
  })

  test('is read again after a read failed', async () => {
    const { shop, add } = await createShop()
    await add({ id: 'PRESS-7', kind: 'ICC_PROFILE', name: 'Press 7' }, profile)
    const { blobs, renderer } = shop.services
    vi.spyOn(blobs, 'get').mockRejectedValueOnce(new Error('The disk does not answer.'))
    await expect(renderer.platformAsset('PRESS-7')).rejects.toThrow('The disk does not answer.')
    expect(await renderer.platformAsset('PRESS-7')).toHaveLength(profile.length)
  })

  test('is one array for concurrent readers, because each array is compressed for itself', async () => {
    const { shop, add } = await createShop()
    await add({ id: 'PRESS-7', kind: 'ICC_PROFILE', name: 'Press 7' }, profile)
    const { renderer } = shop.services
    const [one, other] = await Promise.all([1, 2].map(() => renderer.platformAsset('PRESS-7')))
    expect(one).toHaveLength(profile.length)
    expect(other).toBe(one)
  })
})

test('additions and removals are in the operators’ audit log', async () => {
  const { shop, session, add, remove } = await createShop()
  await add({ licence: 'OFL-1.1' }, thai)
  await remove('thai')
  const { data } = (await shop.call('auditLog.platform', { session, query: 'filter[resourceId]=thai' })).body
  expect(data.map(({ action }: { action: string }) => action)).toEqual(['REMOVED', 'CREATED'])
  expect(data[1]).toMatchObject({ resource: 'platformAsset', after: { name: 'Thai', licence: 'OFL-1.1' } })
})

describe('invalid files are refused and not stored', () => {
  test.each<{ what: string; about: Record<string, string>; bytes: Uint8Array; code: string }>([
    {
      what: 'a text as font',
      about: {},
      bytes: new TextEncoder().encode('no font at all'),
      code: 'file_kind',
    },
    { what: 'half a font', about: {}, bytes: thai.subarray(0, 5_000), code: 'font_damaged' },
    { what: 'a profile of a screen', about: { kind: 'ICC_PROFILE' }, bytes: rgb, code: 'file_kind' },
    { what: 'a font as profile', about: { kind: 'ICC_PROFILE' }, bytes: thai, code: 'file_kind' },
    { what: 'an id of the program', about: { id: 'noto-sans' }, bytes: thai, code: 'taken' },
    { what: 'an id with a blank', about: { id: 'my font' }, bytes: thai, code: 'invalid_format' },
  ])('$what', async ({ about, bytes, code }) => {
    const { shop, add } = await createShop()
    const answer = await add(about, bytes)
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toMatchObject([{ code }])
    const kept: string[] = []
    for await (const key of shop.services.blobs.list('instance/')) kept.push(key)
    expect(kept).toEqual([])
  })

  test('nor a taken id, the ninth font, and files of the program', async () => {
    const { add, remove } = await createShop()
    for (let count = 1; count <= 8; count++)
      expect((await add({ id: `font-${count}` }, thai)).status).toBe(201)
    expect((await add({ id: 'font-1' }, thai)).body.errors).toMatchObject([
      { code: 'taken', parameter: 'id' },
    ])
    expect((await add({ id: 'font-9' }, thai)).body.errors).toMatchObject([{ code: 'too_many_files' }])
    expect(await remove('noto-sans')).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
  })

  test('nor from callers other than operators', async () => {
    const { shop } = await createShop()
    const call = { query: 'id=thai&kind=FONT&name=Thai', bytes: thai }
    expect((await shop.call('platformAssets.add', call)).status).toBe(404)
    expect((await shop.call('platformAssets.remove', { params: { id: 'thai' } })).status).toBe(404)
  })
})
