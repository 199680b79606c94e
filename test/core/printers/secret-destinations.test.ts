import { beforeEach, describe, expect, test } from 'vitest'
import { sealAsEarlier } from '../../../src/core/engine/sealed.ts'
import { hashPassword } from '../../../src/core/features/people/accounts/password.ts'
import { installPrinters } from '../../../src/core/features/printers/default-printer.ts'
import { findUnreadableSecrets } from '../../../src/core/features/printers/health.ts'
import { changePrinter } from '../../../src/core/features/printers/printer.ts'
import { bindingOf, destinationOf, hostNameOf, secretOf } from '../../../src/core/features/printers/secret.ts'
import type { PrinterKind, PrinterSettings } from '../../../src/core/model/printers.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { password } from '../../support/people.ts'
import { createPrinterShop, printerEntry, sftpSettings as sftp } from '../../support/printer-catalogue.ts'

const minute = 60_000
let at: Awaited<ReturnType<typeof createPrinterShop>>
let id: string
beforeEach(async () => {
  at = await createPrinterShop()
  const { services } = at.shop
  const passwordHash = await hashPassword(services, password)
  await services.store.write((rows) => rows.users.updateWhere(everyone, {}, { passwordHash }))
  id = (await at.call('printers.create', { body: { ...printerEntry('house'), secret: 'a password' } })).body
    .id
})

const patch = (body: object) => at.call('printers.patch', { params: { id }, body })
const row = async () => (await at.rows()).find(({ key }) => key === 'house')!
const change = (patch: object) =>
  at.shop.services.store.write((rows) => rows.printers.update(everyone, id, patch))
/** Returns the secret passed to the printer, or the reason why it is held. */
const sent = async () => {
  const read = await secretOf(at.shop.services, await row())
  return read && ('secret' in read ? read.secret : read.refused.message)
}
const binding = () => at.shop.services.store.read(bindingOf)
const parametersOf = (answer: { body: { errors?: { parameter: string }[] } }) =>
  answer.body.errors?.map(({ parameter }) => parameter)

const others: [what: string, settings: object][] = [
  ['another host', { host: 'evil.example' }],
  ['another port', { port: 2222 }],
  ['another user', { user: 'root' }],
  ['another host key', { hostKey: `SHA256:${'b'.repeat(43)}` }],
]

describe('a kept secret', () => {
  test.each(others)('must be given again, with the user’s password, for %s', async (_what, more) => {
    const settings = { ...sftp, ...more }
    expect(parametersOf(await patch({ settings }))).toEqual(['secret', 'currentPassword'])
    expect(parametersOf(await patch({ settings, secret: 'again' }))).toEqual(['currentPassword'])
    expect(parametersOf(await patch({ settings, secret: null }))).toEqual(['currentPassword'])
    const wrong = await patch({ settings, secret: 'again', currentPassword: 'not my password' })
    expect(parametersOf(wrong)).toEqual(['currentPassword'])
    expect(await sent()).toBe('a password')
    const proof = { currentPassword: password }
    expect(parametersOf(await patch({ settings, ...proof }))).toEqual(['secret'])
    expect((await patch({ settings, secret: 'again', ...proof })).status).toBe(200)
    expect(await sent()).toBe('again')
  })

  test.each<[string, object]>([
    ['the folder there', { path: '/other' }],
    ['the case of the host', { host: 'PRINT.example' }],
    ['the usual port, written out', { port: 22 }],
    ['spaces around the host key', { hostKey: ` ${sftp.hostKey} ` }],
  ])('stays where only %s changes', async (_what, more) => {
    expect((await patch({ settings: { ...sftp, ...more } })).status).toBe(200)
    expect(await sent()).toBe('a password')
  })

  test('requires the user’s password for removal, so that no other destination follows', async () => {
    expect(parametersOf(await patch({ secret: null }))).toEqual(['currentPassword'])
    await at.imported((file) => Object.assign(file.printers[1]!, { secret: null }) as never)
    expect(await sent()).toBe('a password')
    const settings = { ...sftp, host: 'evil.example' }
    await at.imported((file) => Object.assign(file.printers[1]!, { secret: null, settings }) as never)
    expect(await sent()).toContain('Its secret was given for SFTP shop@print.example:22')
    expect(parametersOf(await patch({ secret: null }))).toEqual(['currentPassword'])
    expect(parametersOf(await patch({ secret: 'another' }))).toEqual(['currentPassword'])
    expect((await patch({ secret: null, currentPassword: password })).status).toBe(200)
    expect(parametersOf(await patch({ settings: sftp }))).toEqual(['currentPassword'])
    expect((await patch({ settings: sftp, currentPassword: password })).status).toBe(200)
  })

  test('must be given again on the command line, without a password', async () => {
    const settings = { ...sftp, host: 'new.example' }
    const { services } = at.shop
    const byCommand = (body: object) =>
      services.store.write((rows) => changePrinter(services, rows, id, body))
    await expect(byCommand({ settings })).rejects.toMatchObject({ errors: [{ parameter: 'secret' }] })
    await byCommand({ settings, secret: 'again' })
    expect(await sent()).toBe('again')
  })

  test.each(others)('is kept but holds the runs after a file that names %s', async (_what, more) => {
    const settings = { ...sftp, ...more }
    const changed = (file: { printers: object[] }) => Object.assign(file.printers[1]!, { settings })
    expect(await at.found(changed as never)).toEqual(['warning /printers/1/secret printer_secret unread'])
    await at.imported(changed as never)
    expect(await sent()).toContain('Its secret was given for SFTP shop@print.example:22')
    expect((await at.call('printers.get', { params: { id } })).body).toMatchObject({
      hasSecret: true,
      needsSecret: true,
    })
    expect((await at.call('printers.test', { params: { id } })).body).toMatchObject({ ok: false })
    const back = (file: { printers: object[] }) => Object.assign(file.printers[1]!, { settings: sftp })
    await at.imported(back as never)
    expect(await sent()).toBe('a password')
  })

  test('holds a run instead of failing it, until the secret is given again', async () => {
    await at.imported((file) => {
      file.printers[1].settings = { ...sftp, host: 'new.example' }
      file.printerRules = [{ match: {}, printers: ['house'] }]
    })
    await at.shop.post()
    await at.shop.advance('2026-01-05T09:00:00Z')
    expect((await at.shop.runs())[0]).toMatchObject({
      status: 'RENDERED',
      reason: expect.stringContaining('Its secret was given for SFTP shop@print.example:22'),
    })
    const settings = { ...sftp, host: 'new.example' }
    await patch({ settings, secret: 'again', currentPassword: password })
    for (let minutes = 0; minutes < 3; minutes++) await at.shop.advance(minute)
    expect((await at.shop.runs())[0]).toMatchObject({ status: 'HANDED_TO_PRINTER' })
  })

  test('is not decrypted for settings changed in the database', async () => {
    await at.shop.advance(minute)
    await at.shop.advance(minute)
    const settings = { ...sftp, host: 'evil.example' }
    await change({ settings, secretFor: destinationOf({ kind: 'SFTP', settings }) })
    expect(await sent()).toContain('The current instance key can’t decrypt its secret.')
    await change({ settings: sftp, secretFor: destinationOf({ kind: 'SFTP', settings: sftp }) })
    expect(await sent()).toBe('a password')
  })

  test('is reported at the start of a server until it is given again', async () => {
    await change({ settings: { ...sftp, host: 'new.example' } })
    const { services } = at.shop
    const [refused] = await findUnreadableSecrets(services)
    expect(refused).toMatchObject({ key: 'house', detail: expect.stringContaining('print.example') })
    expect((await row()).health).toMatchObject({ ok: false, detail: refused!.detail })
    await change({ settings: sftp })
    expect(await findUnreadableSecrets(services)).toEqual([])
    expect((await row()).health).toMatchObject({ ok: true })
  })
})

describe('a secret that an earlier version sealed', () => {
  const older = async () => {
    const sealed = sealAsEarlier(
      at.shop.services,
      'printerSecret',
      { id },
      new TextEncoder().encode('of old'),
    )
    await change({ secret: sealed, secretFor: null })
  }

  test('belongs to the printer’s destination at the first start', async () => {
    await older()
    await installPrinters(at.shop.services)
    expect(await row()).toMatchObject({ secretFor: destinationOf({ kind: 'SFTP', settings: sftp }) })
    expect(await sent()).toBe('of old')
    await change({ settings: { ...sftp, host: 'evil.example' } })
    expect(await sent()).toContain('is not sent to SFTP shop@evil.example:22')
  })

  test('and a new one are readable by servers of both versions until none of the earlier one runs', async () => {
    let isMixed = true
    at.shop.services.store.hasEarlierServers = async () => isMixed
    await older()
    await installPrinters(at.shop.services)
    await at.shop.advance(minute)
    expect([await binding(), await sent()]).toEqual([undefined, 'of old'])
    await patch({ secret: 'new' })
    const { secret } = await row()
    expect(at.shop.services.crypto.open(secret!, `printer-secret|${id}`)).toBeDefined()
    isMixed = false
    await at.shop.advance(minute)
    expect([await binding(), await sent()]).toEqual(['BINDING', 'new'])
    await at.shop.advance(minute)
    expect([await binding(), await sent()]).toEqual(['BOUND', 'new'])
    expect(at.shop.services.crypto.open((await row()).secret!, `printer-secret|${id}`)).toBeUndefined()
    // Afterwards nothing that is bound to the row alone is decrypted.
    await older()
    await change({ secretFor: destinationOf({ kind: 'SFTP', settings: sftp }) })
    expect(await sent()).toContain('The current instance key can’t decrypt its secret.')
  })
})

test.each<[PrinterKind, PrinterSettings, string | undefined]>([
  ['SFTP', { host: 'Press.Example.' }, 'press.example'],
  ['SFTP', { host: 'press.example', port: 2222 }, 'press.example:2222'],
  ['SFTP', { host: '2001:db8::1' }, '[2001:db8::1]'],
  ['HTTPS', { url: 'https://press.example/in' }, 'press.example'],
  ['HTTPS', { url: 'https://press.example:8443/in' }, 'press.example:8443'],
  ['IPP', { url: 'ipp://press.example/queue' }, 'press.example'],
  ['IPP', { url: 'ipps://press.example:631/queue' }, 'press.example'],
  ['FOLDER', { folder: 'house' }, undefined],
])('for a printer of kind %s at %o, secrets are decrypted for %s', (_kind, settings, name) => {
  expect(hostNameOf({ settings })).toBe(name)
})

test.each<[string, PrinterKind, PrinterSettings, PrinterSettings]>([
  ['a protocol without TLS', 'IPP', { url: 'ipps://a.example' }, { url: 'ipp://a.example' }],
  [
    'another authority',
    'HTTPS',
    { url: 'https://a.example', ca: 'A' },
    { url: 'https://a.example', ca: 'B' },
  ],
  ['another port', 'HTTPS', { url: 'https://a.example' }, { url: 'https://a.example:444' }],
])('%s is another destination', (_what, kind, one, other) => {
  expect(destinationOf({ kind, settings: one })).not.toBe(destinationOf({ kind, settings: other }))
})
