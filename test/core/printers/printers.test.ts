import { beforeEach, describe, expect, test } from 'vitest'
import {
  defaultPrinterId,
  installPrinters,
  printerIdOf,
} from '../../../src/core/features/printers/default-printer.ts'
import { holdPrinting, resumePrinting } from '../../../src/core/features/printers/printing-hold.ts'
import { minuteMs } from '../../../src/core/kernel/time.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { importChanged } from '../../support/catalogue.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'
import { password } from '../../support/people.ts'
import type { PortalSession } from '../../support/portal.ts'
import { createMemoryPrinters, type MemoryPrinters } from '../../support/printers.ts'
import type { TestCall } from '../../support/shop.ts'

const before = '2026-01-05T08:00:00Z'
const cutoff = '2026-01-05T09:00:00Z'
const hostKey = `SHA256:${'a'.repeat(43)}`
const sftp = { host: 'print.example', user: 'shop', path: '/in', hostKey }

let shop: MailShop
let ways: MemoryPrinters
let operator: PortalSession
beforeEach(async () => {
  ways = createMemoryPrinters()
  shop = await createMailShop({ clock: before, ports: { printers: ways } })
  await installPrinters(shop.services)
  operator = await shop.portal({ operator: true, email: 'olaf@example.com' })
})

const call = (operation: string, more: TestCall = {}) => shop.call(operation, { session: operator, ...more })
const create = async (key: string, more: object = {}) => {
  const body = { key, name: key, kind: 'SFTP', settings: sftp, secret: 'a password', ...more }
  const { status, body: printer } = await call('printers.create', { body })
  expect(status, JSON.stringify(printer)).toBe(201)
  return printer.id as string
}
const rules = async (...of: object[]) => {
  const { status, body } = await call('printerRules.put', { body: { rules: of, currentPassword: password } })
  expect(status, JSON.stringify(body)).toBe(200)
}
const runOf = async () => (await shop.runs())[0]!
const packagesOf = (key: string) => ways.partners.get(key)?.packages.size ?? 0
const pass = async (minutes: number) => {
  for (let minute = 0; minute < minutes; minute++) await shop.advance(minuteMs)
}
const setChoice = async (printerId: string | null) =>
  shop.call('runs.choosePrinter', {
    key: await shop.key('live', ['runs.manage']),
    params: { id: (await runOf()).id },
    body: { printerId },
  })

describe('a printer', () => {
  test('is created, shown without its secret, changed, paused, resumed and archived', async () => {
    const id = await create('lyon')
    expect((await call('printers.list')).body.data).toMatchObject([
      { id: defaultPrinterId, key: 'default', kind: 'FOLDER' },
      { id, key: 'lyon', kind: 'SFTP', settings: sftp, hasSecret: true, status: 'ACTIVE', revision: 1 },
    ])
    const patched = await call('printers.patch', { params: { id }, body: { name: 'Lyon' } })
    expect(patched.body).toMatchObject({ name: 'Lyon', hasSecret: true, revision: 2 })
    for (const [move, status] of [
      ['pause', 'PAUSED'],
      ['resume', 'ACTIVE'],
      ['archive', 'ARCHIVED'],
    ] as const) {
      expect((await call(`printers.${move}`, { params: { id } })).body).toMatchObject({ status })
    }
    expect((await call('printers.resume', { params: { id } })).body).toMatchObject({ code: 'invalid_state' })
  })

  test.each<[string, object, string, RegExp]>([
    ['without what its kind needs', { settings: { host: 'a' } }, 'settings.user', /needs user/],
    [
      'with a field that its kind does not have',
      { settings: { ...sftp, url: 'https://a' } },
      'settings.url',
      /has no setting url/,
    ],
    ['with an invalid host key', { settings: { ...sftp, hostKey: 'x' } }, 'settings.hostKey', /ssh-keyscan/],
    ['at a refused address', { settings: { ...sftp, host: '10.0.0.1' } }, 'settings.host', /private/],
    ['whose URL is not IPP', { kind: 'IPP', settings: { url: 'http://a' } }, 'settings.url', /ipp:/],
    [
      'whose folder leads elsewhere',
      { kind: 'FOLDER', settings: { folder: '../a' } },
      'settings.folder',
      /folder name/,
    ],
    ['with a key that is taken', { key: 'default' }, 'key', /Another printer/],
  ])('%s is refused', async (_name, more, parameter, message) => {
    const body = { key: 'lyon', name: 'Lyon', kind: 'SFTP', settings: sftp, ...more }
    const { status, body: refused } = await call('printers.create', { body })
    expect(status).toBe(422)
    expect(refused.errors).toContainEqual(
      expect.objectContaining({ parameter, message: expect.stringMatching(message) }),
    )
  })

  test('is queried, and its answer is stored', async () => {
    const id = await create('lyon')
    ways.answers.set('lyon', { ok: false, detail: 'It does not answer.' })
    expect((await call('printers.test', { params: { id } })).body).toEqual({
      ok: false,
      detail: 'It does not answer.',
      capabilities: null,
    })
    expect((await call('printers.get', { params: { id } })).body.health).toMatchObject({ ok: false })
  })

  test('gets its secret in plain text on connection only', async () => {
    await rules({ match: {}, printers: [await create('lyon')] })
    await shop.post()
    await shop.advance(cutoff)
    expect(ways.secrets.get('lyon')).toBe('a password')
  })

  test('is invisible to operators without its scope', async () => {
    const session = await shop.portal({ operator: ['runs.manage'], email: 'rita@example.com' })
    expect((await shop.call('printers.list', { session })).status).toBe(403)
  })
})

describe('rules', () => {
  test('choose the printer of new items’ runs; without a match the default one prints', async () => {
    const lyon = await create('lyon')
    await rules({ match: { countries: ['FR'] }, printers: [lyon] })
    await shop.post({ country: 'NL' })
    expect(await runOf()).toMatchObject({ printerId: null })
    await rules({ match: { organisationId: shop.organisation.id }, printers: [lyon] })
    await shop.post()
    await shop.advance(cutoff)
    expect((await shop.runs()).map((run) => [printerIdOf(run), run.partner]).sort()).toEqual([
      [lyon, 'sftp'],
      [lyon, 'sftp'],
    ])
  })

  test('are applied again at hand-over: a rule that counts items applies then', async () => {
    const lyon = await create('lyon')
    await rules({ match: { minItems: 2 }, printers: [lyon] })
    for (let n = 0; n < 2; n++) await shop.post()
    expect(await runOf()).toMatchObject({ printerId: null })
    await shop.advance(cutoff)
    expect(await runOf()).toMatchObject({ givenPrinterId: lyon, status: 'HANDED_TO_PRINTER' })
  })

  test('with countries apply to their own runs only, even if they name another printer as fallback', async () => {
    const [berlin, leeds] = [await create('berlin'), await create('leeds')]
    await rules(
      { match: { countries: ['GB'] }, printers: [leeds, berlin] },
      { match: {}, printers: [berlin, leeds] },
    )
    await shop.post()
    await shop.post({ country: 'GB', postalCode: 'M1 1AE' })
    await shop.advance(cutoff)
    const runs = await shop.runs()
    const went = runs.map(({ printerId, givenPrinterId }) => [printerId, givenPrinterId])
    expect(went.sort()).toEqual([[berlin, null] as const, [leeds, null] as const].sort())
    expect([packagesOf('berlin'), packagesOf('leeds')]).toEqual([1, 1])
  })

  test('with countries apply to a run created while their first printer was paused', async () => {
    const [berlin, leeds, gent] = [await create('berlin'), await create('leeds'), await create('gent')]
    await rules({ match: { countries: ['GB'] }, printers: [leeds, berlin] }, { match: {}, printers: [gent] })
    await call('printers.pause', { params: { id: leeds } })
    await shop.post({ country: 'GB', postalCode: 'M1 1AE' })
    expect((await runOf()).printerId).toBe(berlin)
    await call('printers.resume', { params: { id: leeds } })
    await shop.advance(cutoff)
    expect(await runOf()).toMatchObject({ status: 'HANDED_TO_PRINTER', givenPrinterId: leeds })
  })

  test('skip a paused printer immediately, and wait if none is left', async () => {
    const [lyon, gent] = [await create('lyon'), await create('gent')]
    await rules({ match: {}, printers: [lyon, gent] })
    await shop.post()
    await call('printers.pause', { params: { id: lyon } })
    await call('printers.pause', { params: { id: gent } })
    await shop.advance(cutoff)
    expect(await runOf()).toMatchObject({ status: 'RENDERED', reason: expect.stringContaining('paused') })
    await call('printers.resume', { params: { id: gent } })
    await pass(2)
    expect(await runOf()).toMatchObject({ status: 'HANDED_TO_PRINTER', givenPrinterId: gent })
  })

  test.each<[string, () => Promise<object>, string]>([
    ['an unknown printer', async () => ({ match: {}, printers: ['prn_1'] }), 'rules[0].printers[0]'],
    [
      'an unknown specification',
      async () => ({ match: { specificationId: 'psp_1' }, printers: [await create('lyon')] }),
      'rules[0].match.specificationId',
    ],
    [
      'a printer that lacks what the specification needs',
      async () => ({
        match: { specificationId: (await specifications())[0] },
        printers: [await create('lyon', { capabilities: { maxSheet: { w: 10, h: 10 } } })],
      }),
      'rules[0].printers[0]',
    ],
  ])('that name %s are refused', async (_name, rule, parameter) => {
    const { status, body } = await call('printerRules.put', { body: { rules: [await rule()] } })
    expect(status).toBe(422)
    expect(body.errors).toMatchObject([{ parameter }])
  })

  test('that name a printer by its key are refused with its id', async () => {
    const id = await create('lyon')
    const { body } = await call('printerRules.put', {
      body: { rules: [{ match: {}, printers: ['lyon', 'gent'] }] },
    })
    expect(body.errors.map(({ message }: { message: string }) => message)).toEqual([
      `Use the id of a printer: lyon is the key of the printer ${id}.`,
      'There is no printer gent.',
    ])
  })

  test('prevent archiving the printers that they name', async () => {
    const id = await create('lyon')
    await rules({ match: {}, printers: [id] })
    expect((await call('printers.archive', { params: { id } })).body.code).toBe('still_referenced')
  })

  const specifications = async (): Promise<string[]> =>
    shop.services.store.read(async (rows) =>
      (await rows.specifications.find(everyone, {})).map(({ id }) => id),
    )
})

describe('an unavailable printer', () => {
  test('delays only its own runs', async () => {
    const lyon = await create('lyon')
    await rules({ match: { countries: ['BE'] }, printers: [lyon] })
    ways.open({ id: lyon, key: 'lyon', kind: 'SFTP', settings: {}, secret: undefined }, undefined!)
    ways.partners.get('lyon')!.script({ kind: 'unavailable', reason: 'Lyon is away.' })
    await shop.post({ country: 'BE', postalCode: '1000' })
    await shop.post()
    await shop.advance(cutoff)
    const runs = await shop.runs()
    expect(runs.map(({ printerId, status }) => [printerId, status]).sort()).toEqual(
      [
        [lyon, 'RENDERED'],
        [null, 'HANDED_TO_PRINTER'],
      ].sort(),
    )
  })
})

describe('an operator chooses', () => {
  test('a run’s printer after its cutoff, regardless of the rules, and can return it to them', async () => {
    const [lyon, gent] = [await create('lyon'), await create('gent')]
    await rules({ match: {}, printers: [lyon] })
    await shop.post()
    expect((await setChoice(gent)).body).toMatchObject({ code: 'invalid_state' })
    ways.open({ id: lyon, key: 'lyon', kind: 'SFTP', settings: {}, secret: undefined }, undefined!)
    ways.partners.get('lyon')!.script({ kind: 'unavailable', reason: 'Lyon is away.' })
    await shop.advance(cutoff)
    expect((await setChoice(gent)).status).toBe(200)
    await shop.settle()
    expect(await runOf()).toMatchObject({
      givenPrinterId: gent,
      status: 'HANDED_TO_PRINTER',
      partner: 'sftp',
    })
    expect((await setChoice(lyon)).body).toMatchObject({ code: 'invalid_state' })
  })

  test('a printer that can print the sheet as it was sold, whatever the current catalogue', async () => {
    const bothSides = await create('lyon', { capabilities: { plex: ['duplex'] } })
    const oneSide = await create('gent', { capabilities: { plex: ['simplex'] } })
    await shop.services.store.write((rows) => holdPrinting(rows, { reason: 'The press is down.', since: 0 }))
    await shop.post()
    await shop.advance(cutoff)
    expect((await runOf()).status).toBe('RENDERED')
    await importChanged(shop.services, (file) => {
      for (const specification of file.specifications) specification.sheet.plex = 'simplex'
    })
    expect(await setChoice(oneSide)).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    expect((await setChoice(bothSides)).status).toBe(200)
    await shop.services.store.write(resumePrinting)
    await shop.settle()
    expect(await runOf()).toMatchObject({ givenPrinterId: bothSides, status: 'HANDED_TO_PRINTER' })
  })
})

test('in test mode the simulated printer prints, and the real one receives nothing', async () => {
  await rules({ match: {}, printers: [await create('lyon')] })
  await shop.post({ mode: 'test' })
  await shop.advanceTestClock('2026-01-05T10:00:00Z')
  expect([packagesOf('lyon'), packagesOf('lyon-twin')]).toEqual([0, 1])
  expect(await runOf()).toMatchObject({ partner: 'simulatedsftp' })
})

test('a mailing that no printer could print does not start', async () => {
  await call('printers.patch', {
    params: { id: defaultPrinterId },
    body: { capabilities: { maxSheet: { w: 10, h: 10 } } },
  })
  const key = shop.keys.live
  const [version] = await shop.services.store.read((rows) => rows.templateVersions.find(everyone, {}))
  const created = await shop.call('postflows.create', {
    key,
    body: { name: 'Too large', templateVersionId: version!.id },
  })
  const { status, body } = await shop.call('postflows.activate', { key, params: { id: created.body.id } })
  expect([status, body.detail]).toEqual([409, expect.stringMatching(/No active printer can print/)])
})
