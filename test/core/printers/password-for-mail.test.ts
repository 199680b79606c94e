import { beforeEach, describe, expect, test } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import type { File } from '../../support/catalogue.ts'
import { password } from '../../support/people.ts'
import { createPrinterShop, printerEntry, sftpSettings as sftp } from '../../support/printer-catalogue.ts'

const elsewhere = { ...sftp, host: 'evil.example' }
const refusal = { status: 422, body: { errors: [{ parameter: 'currentPassword' }] } }
const proof = { currentPassword: password }

let at: Awaited<ReturnType<typeof createPrinterShop>>
/** A printer without a secret, which a rule names, and another one. */
let ids: { house: string; gent: string }
beforeEach(async () => {
  at = await createPrinterShop()
  const made = async (key: string) => (await at.call('printers.create', { body: printerEntry(key) })).body.id
  ids = { house: await made('house'), gent: await made('gent') }
  const rules = [{ match: {}, printers: [ids.house] }]
  expect((await at.call('printerRules.put', { body: { rules, ...proof } })).status).toBe(200)
})

const rulesNow = async () => (await at.call('printerRules.get')).body.rules
const settingsOf = async (key: string) => (await at.rows()).find((row) => row.key === key)!.settings
const imported = async (change: (file: File) => void, sent: object = {}, more: object = {}) => {
  const { file } = (await at.call('catalogue.get')).body
  change(file)
  return at.call('catalogue.import', { body: { ...file, ...sent }, ...more })
}
const printerOf = (file: File, key: string) => file.printers.find((entry: File) => entry.key === key)

describe('in a portal session, different rules require the user’s password', () => {
  const put = (rules: object[], sent: object = {}, more: object = {}) =>
    at.call('printerRules.put', { body: { rules, ...sent }, ...more })
  const toGent = () => [{ match: {}, printers: [ids.gent] }]

  test.each([
    ['another printer', () => toGent()],
    ['none', () => []],
    ['one before them', () => [{ match: { countries: ['BE'] }, printers: [ids.gent] }, ...toGent()]],
  ])('for %s', async (_what, rules) => {
    const before = await rulesNow()
    expect(await put(rules())).toMatchObject(refusal)
    expect(await put(rules(), { currentPassword: 'not my password' })).toMatchObject(refusal)
    expect(await rulesNow()).toEqual(before)
    expect((await put(rules(), proof)).status).toBe(200)
    expect(await rulesNow()).toHaveLength(rules().length)
  })

  test('but unchanged rules don’t', async () => {
    expect((await put(await rulesNow())).status).toBe(200)
  })

  test('and errors are reported by their own field names', async () => {
    const { body } = await put([{ match: {}, printers: [], colour: 'red' }], { code: 5 })
    expect(body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual([
      'rules[0].colour',
      'rules[0].printers',
      'code',
    ])
  })
})

describe('in a portal session, a catalogue file requires the user’s password', () => {
  const moves: [what: string, change: (file: File) => void][] = [
    [
      'another destination of a printer',
      (file) => Object.assign(printerOf(file, 'house'), { settings: elsewhere }),
    ],
    [
      'a new printer with a rule',
      (file) => {
        file.printers.push({ ...printerEntry('new'), settings: elsewhere })
        file.printerRules.unshift({ match: {}, printers: ['new'] })
      },
    ],
    ['a rule for another printer', (file) => Object.assign(file.printerRules[0], { printers: ['gent'] })],
    ['removed rules', (file) => Object.assign(file, { printerRules: [] })],
  ]
  test.each(moves)('for %s', async (_what, change) => {
    const before = [await rulesNow(), await settingsOf('house')]
    expect(await imported(change)).toMatchObject(refusal)
    expect(await imported(change, { currentPassword: 'not my password' })).toMatchObject(refusal)
    expect([await rulesNow(), await settingsOf('house')]).toEqual(before)
    expect((await imported(change, proof)).status).toBe(200)
    expect([await rulesNow(), await settingsOf('house')]).not.toEqual(before)
  })

  test('and an error in the password or code is reported by its own field name', async () => {
    const wrong = await imported(moves[0]![1], { currentPassword: 5, code: '' })
    expect(wrong.body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual([
      'currentPassword',
      'code',
    ])
  })

  test.each<[string, (file: File) => void]>([
    ['a name', (file) => Object.assign(printerOf(file, 'house'), { name: 'House' })],
    ['a printer that no rule names', (file) => file.printers.push(printerEntry('new'))],
    ['a product', (file) => Object.assign(file.products[0], { description: 'Cards' })],
    [
      'a file without printers and rules',
      (file) => {
        delete file.printers
        delete file.printerRules
      },
    ],
  ])('but not for %s', async (_what, change) => {
    expect((await imported(change)).status).toBe(200)
  })

  test('and errors in the file are reported first', async () => {
    const { status, body } = await imported((file) => {
      Object.assign(printerOf(file, 'house'), { settings: elsewhere })
      file.products[0].colour = 'red'
    })
    expect([status, body.errors[0].parameter]).toEqual([422, 'products[0].colour'])
  })
})

describe('the printer of a run', () => {
  const choose = async (mode: 'live' | 'test', sent: object = {}, more?: object) => {
    const { organisation, services } = at.shop
    await services.store.write((rows) => rows.runs.updateWhere(everyone, {}, { status: 'CUTOFF_REACHED' }))
    const [run] = await services.store.read((rows) =>
      rows.runs.find({ organisationId: organisation.id, mode }, {}),
    )
    const session = await at.shop.portal({ operator: true, role: 'owner' })
    const body = { printerId: ids.gent, ...sent }
    return at.shop.call('runs.choosePrinter', {
      ...(more ?? { session, mode }),
      params: { id: run!.id },
      body,
    })
  }

  test('requires the user’s password in a portal session', async () => {
    await at.shop.post()
    expect(await choose('live')).toMatchObject(refusal)
    expect(await choose('live', proof)).toMatchObject({ status: 200 })
  })

  test('requires no password in test mode, which prints nothing', async () => {
    await at.shop.post({ mode: 'test' })
    expect((await choose('test')).status).toBe(200)
  })

  test('is chosen by a key without a password', async () => {
    await at.shop.post()
    const key = await at.shop.key('live', ['runs.manage'])
    expect((await choose('live', {}, { key })).status).toBe(200)
  })
})
