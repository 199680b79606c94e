import { beforeEach, describe, expect, test } from 'vitest'
import { checkChanged, type File } from '../../support/catalogue.ts'
import {
  createPrinterShop,
  printerEntry as printer,
  sftpSettings as sftp,
} from '../../support/printer-catalogue.ts'

let at: Awaited<ReturnType<typeof createPrinterShop>>
beforeEach(async () => {
  at = await createPrinterShop()
})

describe('the check of printers', () => {
  test('includes settings of archived ones, unless they were archived unchanged', async () => {
    await at.imported((file) => file.printers.push(printer('house')))
    const outside = { kind: 'FOLDER', settings: { folder: '../outside' }, archived: true }
    expect(
      await at.found((file) => {
        file.printers = [
          { ...printer('house'), archived: true },
          { ...printer('gent'), ...outside },
        ]
      }),
    ).toEqual(['error /printers/1/settings/folder invalid_format folder'])
    expect(
      await at.found((file) => {
        file.printers = [{ ...printer('house'), settings: { ...sftp, host: '10.0.0.1' }, archived: true }]
      }),
    ).toEqual(['error /printers/0/settings/host refused printer_address'])
  })

  test('reports every error with its place', async () => {
    await at.imported((file) => file.printers.push(printer('house')))
    expect(
      await at.found((file) => {
        file.printers = [
          { ...printer('house'), kind: 'HTTPS', settings: { url: 'http://press.example' } },
          { ...printer('gent'), settings: { ...sftp, hostKey: 'secret', folder: 'x' } },
          { ...printer('lyon'), settings: { ...sftp, host: '10.0.0.1' } },
          { ...printer('paris'), secret: 'a password' },
          { ...printer('default') },
          { ...printer('small'), capabilities: { maxSheet: { w: 10, h: 10 } }, secret: { env: 'ABSENT' } },
          { ...printer('paris'), key: 'default' },
        ]
        file.printerRules = [
          { match: { specification: 'postcard-a66' }, printers: ['house'] },
          { match: { specification: 'postcard-a6' }, printers: ['small', 'nowhere', 'small'] },
          { match: { organisation: 'org_1', country: 'FR' }, printers: [] },
          { match: { organisation: 'org_1' }, printers: ['default'] },
        ]
      }),
    ).toEqual([
      'error /printers/3/secret invalid_type expected',
      'error /printerRules/2/match/country unknown field',
      'error /printerRules/2/printers min_length counted',
      'error /printers/6/key catalogue_key repeated',
      'error /printers/0/settings/url invalid_format printer_url',
      'error /printers/0/kind fixed printer_kind',
      'error /printers/1/settings/folder unknown setting',
      'error /printers/1/settings/hostKey invalid_format host_key',
      'error /printers/2/settings/host refused printer_address',
      'error /printers/4 fixed default_printer',
      'warning /printers/5/secret printer_secret unread',
      'error /printers/6 fixed default_printer',
      'error /printerRules/0/match/specification unknown rule_specification',
      'error /printerRules/1/printers/0 lacks sheet',
      'error /printerRules/1/printers/1 unknown printer',
      'error /printerRules/1/printers/2 repeated printer',
      'error /printerRules/1/printers/2 lacks sheet',
      'error /printerRules/3/match/organisation unknown rule_organisation',
    ])
  })

  test('limits the number of printers and rules', async () => {
    const many = (file: File, printers: number, rules: number) => {
      file.printers = Array.from({ length: printers }, (_, n) => printer(`printer-${n}`))
      file.printerRules = Array.from({ length: rules }, (_, n) => ({
        match: { minItems: n + 1 },
        printers: ['default'],
      }))
    }
    expect(await at.found((file) => many(file, 500, 200))).toEqual([])
    expect(await at.found((file) => many(file, 501, 201))).toEqual([
      'error /printers catalogue_part too_many',
      'error /printerRules catalogue_part too_many',
    ])
    const rule = (file: File, printers: number) => {
      file.printers = Array.from({ length: printers }, (_, n) => printer(`printer-${n}`))
      file.printerRules = [{ match: {}, printers: file.printers.map(({ key }: File) => key) }]
    }
    expect(await at.found((file) => rule(file, 10))).toEqual([])
    expect(await at.found((file) => rule(file, 11))).toEqual([
      'error /printerRules/0/printers max_length counted',
    ])
  })

  test('reports which runs would go to another printer, and which would wait', async () => {
    await at.imported((file) => {
      file.printers.push(printer('lyon'), printer('gent'))
      file.printerRules = [{ match: {}, printers: ['lyon'] }]
    })
    await at.shop.post()
    await at.shop.post({ postalCode: '9711 AB' })
    const [run] = await at.shop.runs()
    const messagesAfter = async (change: (file: File) => void) =>
      (await checkChanged(at.shop.services, change)).changes.map(({ message }) => message)
    const rule = (printers: string[]) => (file: File) => {
      file.printerRules = [{ match: {}, printers }]
    }
    expect(await messagesAfter(rule(['gent', 'lyon']))).toEqual([
      'Printer rule 1 becomes * → gent, lyon (15 min); it was * → lyon.',
      `The run ${run!.id} with 2 items goes to the printer gent instead of lyon.`,
    ])
    // Reordering a rule's printers moves no runs.
    expect(await messagesAfter(rule(['lyon', 'gent']))).toEqual([
      'Printer rule 1 becomes * → lyon, gent (15 min); it was * → lyon.',
    ])
    const narrowed = (file: File) => {
      file.printers.find(({ key }: File) => key === 'lyon').capabilities = { plex: ['simplex'] }
    }
    expect(await messagesAfter(narrowed)).toEqual([
      `The run ${run!.id} with 2 items waits, because no active printer could print it; now it goes to lyon.`,
      'The printer lyon changes: capabilities.',
    ])
  })

  test('counts runs after the first fifty', async () => {
    await at.imported((file) => {
      file.printers.push(printer('lyon'), printer('gent'))
      file.printerRules = [{ match: {}, printers: ['lyon'] }]
    })
    await at.shop.post()
    const [run] = await at.shop.runs()
    await at.shop.services.store.write((all) =>
      all.runs.insertMany(
        Array.from({ length: 51 }, (_, n) => ({ ...run!, id: `run_${n}`, runKey: `other ${n}` })),
      ),
    )
    const { changes } = await checkChanged(at.shop.services, (file) => {
      file.printerRules = [{ match: {}, printers: ['gent'] }]
    })
    expect(changes.filter(({ message }) => message.startsWith('The run '))).toHaveLength(50)
    expect(changes.at(-1)?.message).toBe('And 2 more runs go to another printer.')
  })
})

describe('the check of rules', () => {
  test('refuses an unknown country and suggests one', async () => {
    const { findings } = await checkChanged(at.shop.services, (file) => {
      file.printerRules = [{ match: { countries: ['FR', 'UK'] }, printers: ['default'] }]
    })
    const message = 'UK is not a country (ISO 3166-1). Did you mean GB?'
    const path = '/printerRules/0/match/countries/1'
    expect(findings).toMatchObject([{ severity: 'error', path, message }])
  })

  const never = 'warning /printerRules/1 unreachable rule'
  test.each([
    ['for everything', [{}, { specification: 'postcard-a6' }], [never]],
    ['for everything, also where the later one counts items', [{}, { minItems: 500 }], [never]],
    ['for the same countries and more', [{ countries: ['FR', 'BE'] }, { countries: ['BE'] }], [never]],
    ['for other countries', [{ countries: ['FR'] }, { countries: ['FR', 'BE'] }], []],
    ['for large runs only', [{ minItems: 500 }, {}], []],
    ['for another specification', [{ specification: 'postcard-a6' }, { specification: 'postcard-a5' }], []],
  ])('reports whether a rule before it, %s, leaves it nothing', async (_what, matches, found) => {
    expect(
      await at.found((file) => {
        file.printerRules = matches.map((match) => ({ match, printers: ['default'] }))
      }),
    ).toEqual(found)
  })

  test('reports new, changed and removed rules', async () => {
    const rule = (match: object, ...printers: string[]) => ({ match, printers })
    const messagesAfter = async (...rules: object[]) =>
      (
        await checkChanged(at.shop.services, (file) => {
          file.printerRules = rules
        })
      ).changes.map(({ message }) => message)
    const [a6, far, rest] = [
      rule({ specification: 'postcard-a6', minItems: 100 }, 'gent', 'lyon'),
      rule({ countries: ['FR', 'BE'] }, 'lyon'),
      rule({}, 'default'),
    ]
    await at.imported((file) => {
      file.printers.push(printer('lyon'), printer('gent'))
      file.printerRules = [a6, far, rest]
    })
    expect(await messagesAfter(a6, far, rest)).toEqual([])
    expect(await messagesAfter(a6, rule({ countries: ['FR'] }, 'lyon'), rest)).toEqual([
      'Printer rule 2 becomes FR → lyon; it was FR BE → lyon.',
    ])
    expect(await messagesAfter(far, rest)).toEqual([
      'Printer rule 1 is removed: postcard-a6 · ≥ 100 → gent, lyon (15 min).',
    ])
    expect(await messagesAfter(a6, far, rule({ countries: ['GB'] }, 'gent'), rest)).toEqual([
      'New printer rule 3: GB → gent.',
    ])
  })

  test('names a run that keeps its printer although the rules now assign its country to another', async () => {
    const rules = (...countries: string[]) => [
      { match: { countries }, printers: ['lyon'] },
      { match: {}, printers: ['default'] },
    ]
    await at.imported((file) => {
      file.printers.push(printer('lyon'))
      file.printerRules = rules('FR', 'NL')
    })
    await at.shop.post()
    const [run] = await at.shop.runs()
    const messages = await at.imported((file) => {
      file.printerRules = rules('FR')
    })
    expect(messages).toContain(
      `The run ${run!.id} with 1 item stays with lyon, including mail to NL: the printer for a country is chosen only when an item is scheduled.`,
    )
    await at.shop.post()
    const printers = (await at.shop.runs()).map(({ printerId, itemCount }) => [printerId !== null, itemCount])
    expect(printers.sort()).toEqual([
      [false, 1],
      [true, 1],
    ])
  })
})

const ca = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'

describe('settings required of a printer in a file', () => {
  const key = `ssh-ed25519 ${'A'.repeat(68)}`
  test.each([
    ['hostKey', { ...sftp, hostKey: `SHA256:${'a'.repeat(43)}` }, []],
    ['hostKey', { ...sftp, hostKey: `print.example ${key}` }, []],
    ['hostKey', { ...sftp, hostKey: key }, []],
    ['hostKey', { ...sftp, hostKey: `MD5 SHA256:${'a'.repeat(43)}` }, ['host_key']],
    ['hostKey', { ...sftp, hostKey: '/etc/ssh/host.pub' }, ['host_key']],
    ['ca', { url: 'https://press.example', ca: '/etc/ssl/press.pem' }, ['certificate']],
    ['ca', { url: 'https://press.example', ca }, []],
    ['url', { url: 'https://good@evil.example', ca }, ['user_information']],
    ['folder', { folder: 'in/gent' }, ['folder']],
  ])('%s of %o', async (setting, settings, cases) => {
    const kind = 'folder' in settings ? 'FOLDER' : 'url' in settings ? 'HTTPS' : 'SFTP'
    expect(await at.found((file) => file.printers.push({ ...printer('house'), kind, settings }))).toEqual(
      cases.map((one) => `error /printers/1/settings/${setting} invalid_format ${one}`),
    )
  })
})

describe('printers in the catalogue over the API', () => {
  const shownTo = async (...scopes: string[]) => {
    const other = await at.shop.portal({ operator: scopes as never, email: `${scopes.length}@example.com` })
    const { body } = await at.shop.call('catalogue.get', { session: other })
    return { other, file: body.file as File }
  }

  test('require the scope for printers: other callers see and change none, and import the rest', async () => {
    await at.imported((file) => file.printers.push(printer('house')))
    const { other, file } = await shownTo('catalogue.manage')
    expect(file).not.toHaveProperty('printers')
    expect(file).not.toHaveProperty('printerRules')
    file.products[0].description = 'Cards'
    expect((await at.shop.call('catalogue.import', { session: other, body: file })).status).toBe(200)
    expect(await at.statuses()).toEqual(['default ACTIVE', 'house ACTIVE'])
    for (const list of ['printers', 'printerRules']) {
      const body = { ...file, [list]: [] }
      const checked = await at.shop.call('catalogue.check', { session: other, body })
      expect(checked.body.findings).toMatchObject([{ path: `/${list}`, params: { case: 'permission' } }])
      expect((await at.shop.call('catalogue.import', { session: other, body })).status).toBe(422)
    }
    expect((await at.call('catalogue.get')).body.file.printers).toHaveLength(2)
  })

  test('are not overwritten if they changed in the meantime', async () => {
    const { revision, file } = (await at.call('catalogue.get')).body
    file.printers.push(printer('house'))
    const body = { ...printer('gent'), secret: 'a password' }
    const { id } = (await at.call('printers.create', { body })).body
    const late = await at.call('catalogue.import', { body: file, ifMatch: `"${revision}"` })
    expect(late).toMatchObject({ status: 412, body: { code: 'revision_conflict' } })
    const revisions = [(await at.call('catalogue.get')).body.revision]
    const note = async () => revisions.push((await at.call('catalogue.get')).body.revision)
    await at.call('printers.patch', { params: { id }, body: { name: 'Gent' } })
    await note()
    await at.call('printerRules.put', { body: { rules: [] } })
    await note()
    await at.call('printers.archive', { params: { id } })
    await note()
    expect(revisions).toEqual([2, 3, 4, 5].map((more) => revision + more - 1))
  })
})
