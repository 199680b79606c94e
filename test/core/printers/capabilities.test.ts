import { beforeEach, describe, expect, test } from 'vitest'
import {
  choiceAtHandOver,
  missingCapability,
  printerAtScheduling,
} from '../../../src/core/features/printers/choice.ts'
import { defaultPrinterId } from '../../../src/core/features/printers/default-printer.ts'
import { sampleIds } from '../../../src/core/features/products/install-catalogue.ts'
import { blankDocument } from '../../../src/core/features/templates/template.ts'
import type { Mode } from '../../../src/core/kernel/mode.ts'
import type { PrinterCapabilities, PrinterRow } from '../../../src/core/model/printers.ts'
import { checkChanged, type File, sampleSpecifications } from '../../support/catalogue.ts'
import { createPrinterShop, printerEntry } from '../../support/printer-catalogue.ts'

/** Both sides, A4, 1 to 4 pages. */
const letter = sampleSpecifications.find(({ id }) => id === sampleIds.c5)!

describe('missing capabilities', () => {
  test.each<
    [what: string, printer: PrinterCapabilities, pages: number | undefined, lack: string | undefined]
  >([
    ['that declares nothing', {}, 4, undefined],
    ['that prints both sides', { plex: ['duplex'] }, 4, undefined],
    ['that prints one side', { plex: ['simplex'] }, 1, 'duplex'],
    ['for sheets that fit when rotated', { maxSheet: { w: 297, h: 210 } }, 1, undefined],
    ['for smaller sheets', { maxSheet: { w: 297, h: 209 } }, 1, 'sheet'],
    ['for exactly the pages of the piece', { maxPages: 3 }, 3, undefined],
    ['for one page less', { maxPages: 3 }, 4, 'pages'],
    ['for fewer pages than the maximum of a piece, but enough for this one', { maxPages: 1 }, 1, undefined],
    [
      'for the minimum number of pages, if the actual number is unknown',
      { maxPages: 1 },
      undefined,
      undefined,
    ],
    ['without colour, which no product requires', { colour: false }, 1, undefined],
  ])('%s', (_what, capabilities, pages, lack) => {
    expect(missingCapability({ capabilities }, letter, pages)).toBe(lack)
  })
})

describe('of printers that accept 2, 3 and all pages', () => {
  const printer = (id: string, maxPages?: number) =>
    [
      id,
      { id, status: 'ACTIVE', capabilities: maxPages === undefined ? {} : { maxPages } } as PrinterRow,
    ] as const
  const rule = {
    ...{ id: '1', position: 0, match: {}, fallBackMinutes: 0, createdAt: 0 },
    printers: ['two', 'three', 'all'],
  }
  const shop = {
    printers: new Map([printer('two', 2), printer('three', 3), printer('all'), printer(defaultPrinterId)]),
    rules: [rule],
  }
  const requested = { organisationId: 'org_1', specification: letter }

  test.each<[pages: number | undefined, first: string, able: string[]]>([
    [1, 'two', ['two', 'three', 'all']],
    [3, 'three', ['three', 'all']],
    [4, 'all', ['all']],
    [undefined, 'two', ['two', 'three', 'all']],
  ])('%s pages go to %s first', (pages, first, able) => {
    expect(printerAtScheduling(shop, { ...requested, pages })).toBe(first)
    const run = {
      ...{ organisationId: 'org_1', printerChosenAt: null, itemCount: 1 },
      ...{ printerId: first, givenPrinterId: null },
    }
    expect(choiceAtHandOver(shop, run, letter, pages).printers.map(({ id }) => id)).toEqual(able)
  })
})

describe('a letter', () => {
  let at: Awaited<ReturnType<typeof createPrinterShop>>
  beforeEach(async () => {
    at = await createPrinterShop()
  })

  let mode: Mode
  beforeEach(() => {
    mode = 'test'
  })
  /** Templates belong to both modes, and need a live key to change. */
  const call = (operation: string, more: object) =>
    at.shop.call(operation, {
      key: operation.startsWith('templates.') ? at.shop.keys.live : at.shop.keys[mode],
      ...more,
    })
  /** Imports printers with a rule that names the others; the default printer has the capabilities `own`. */
  const printers = (own: PrinterCapabilities, ...others: [string, PrinterCapabilities][]) =>
    at.imported((file) => {
      file.printers = [
        { ...file.printers[0], capabilities: own },
        ...others.map(([key, capabilities]) => printerEntry(key, { capabilities })),
      ]
      file.printerRules = others.length > 0 ? [{ match: {}, printers: others.map(([key]) => key) }] : []
    })
  const published = async (pages: number) => {
    const document = blankDocument(letter.sheet, { pageCount: pages })
    const created = await call('templates.create', {
      body: { name: `${pages} pages`, productSpecificationId: letter.id, document },
    })
    const { status, body } = await call('templates.publish', { params: { id: created.body.id } })
    expect(status, JSON.stringify(body)).toBe(201)
    return body as { id: string; findings: { code: string; severity: string; params: object }[] }
  }
  const activated = async (templateVersionId: string) => {
    const { body } = await call('postflows.create', { body: { name: 'Letter', templateVersionId } })
    const { status } = await call('postflows.activate', { params: { id: body.id } })
    return { id: body.id as string, status }
  }

  const sent = async (pages: number) => {
    const postflow = await activated((await published(pages)).id)
    const { status, body } = await call('items.create', {
      body: {
        postflowId: postflow.id,
        recipient: {
          ...{ name: `Zoë ${pages}`, street: 'Prinsengracht', houseNumber: String(pages) },
          ...{ postalCode: '1016 GV', city: 'Amsterdam', country: 'NL' },
        },
      },
    })
    expect(status, JSON.stringify(body)).toBe(201)
  }

  test.each<{
    what: string
    own: PrinterCapabilities
    others?: [string, PrinterCapabilities][]
    pages?: number
    missing: string | undefined
  }>([
    { what: 'a printer that declares nothing', own: {}, missing: undefined },
    { what: 'no duplex printer', own: { plex: ['simplex'] }, missing: 'duplex' },
    {
      what: 'no duplex printer among several',
      own: { plex: ['simplex'] },
      others: [['house', { plex: ['simplex'] }]],
      missing: 'duplex',
    },
    {
      what: 'a duplex printer as fallback',
      own: { plex: ['simplex'] },
      others: [
        ['house', { plex: ['simplex'] }],
        ['gent', { plex: ['duplex', 'simplex'] }],
      ],
      missing: undefined,
    },
    { what: 'no printer for its sheet', own: { maxSheet: { w: 200, h: 200 } }, missing: 'sheet' },
    {
      what: 'printers that each lack something else',
      own: { plex: ['simplex'] },
      others: [['house', { maxSheet: { w: 10, h: 10 } }]],
      missing: 'any',
    },
    { what: 'a printer for exactly its pages', own: { maxPages: 3 }, pages: 3, missing: undefined },
    { what: 'no printer for its number of pages', own: { maxPages: 2 }, pages: 3, missing: 'pages' },
  ])(
    'that has $what is published with a warning, and can’t be sent until a printer supports it',
    async (given) => {
      const { own, others = [], pages = 1, missing } = given
      await printers(own, ...others)
      const { id, findings } = await published(pages)
      const warnings = findings.filter(({ code }) => code === 'no_printer')
      expect(warnings).toMatchObject(missing ? [{ severity: 'warning', params: { case: missing } }] : [])
      expect((await activated(id)).status).toBe(missing ? 409 : 200)
    },
  )

  test('goes to the first printer that accepts its pages, and shorter ones to another', async () => {
    await printers({}, ['small', { maxPages: 2 }], ['large', {}])
    const keys = new Map((await at.rows()).map(({ id, key }) => [id, key]))
    for (const pages of [1, 3]) await sent(pages)
    const printed = async () =>
      (await at.shop.runs()).map((run) => [
        keys.get(run.givenPrinterId ?? run.printerId ?? ''),
        run.itemCount,
        run.status,
      ])
    expect((await printed()).sort()).toEqual([
      ['large', 1, 'OPEN'],
      ['small', 1, 'OPEN'],
    ])
    await at.shop.advanceTestClock('2026-01-05T10:00:00Z')
    expect((await printed()).map(([key]) => key).sort()).toEqual(['large', 'small'])
  })

  test('with many pages waits if its printer accepts fewer by then', async () => {
    await printers({})
    await sent(3)
    await printers({ maxPages: 2 })
    await at.shop.advanceTestClock('2026-01-05T10:00:00Z')
    expect(await at.shop.runs()).toMatchObject([
      { status: 'RENDERED', reason: expect.stringContaining('No active printer could print it') },
    ])
  })

  test('that waits is reported as moving once the first printer accepts its pages', async () => {
    mode = 'live'
    const rule = { match: {}, printers: ['small', 'large'], fallBackMinutes: 15 }
    const withSmall = (maxPages: number) => (file: File) => {
      file.printers = [
        file.printers[0],
        printerEntry('small', { capabilities: { maxPages } }),
        printerEntry('large'),
      ]
      file.printerRules = [rule]
    }
    await at.imported(withSmall(2))
    for (const pages of [1, 3]) await sent(pages)
    const large = (await at.rows()).find(({ key }) => key === 'large')!
    const { id } = (await at.shop.runs()).find(({ printerId }) => printerId === large.id)!
    const { changes } = await checkChanged(at.shop.services, withSmall(3))
    expect(changes.filter(({ params }) => params?.case === 'run_printer')).toMatchObject([
      { params: { run: id, before: 'large', printer: 'small' } },
    ])
  })
})
