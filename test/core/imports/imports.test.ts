import { describe, expect, test } from 'vitest'
import { argsOf } from '../../../src/core/engine/jobs/kinds.ts'
import { transact } from '../../../src/core/engine/transact.ts'
import { processImport } from '../../../src/core/features/imports/jobs/imports.ts'
import { type ImportStatus, importLifecycle, importStatuses } from '../../../src/core/model/imports.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { dutchMapping, heading, line, listOfLines, manyLines } from '../../support/dutch-list.ts'
import { createImportShop, type ImportShop } from '../../support/imports.ts'
import { zoe } from '../../support/recipients.ts'

const matrix = `
             UP MA PR CO FA
UPLOADED     .  x  .  .  x
MAPPED       .  .  x  .  x
PROCESSING   .  .  .  x  x
COMPLETED    .  .  .  .  .
FAILED       .  x  .  .  .
`
  .trim()
  .split('\n')
  .slice(1)
  .map((row) => row.split(/\s+/)) as [ImportStatus, ...string[]][]

test('the lifecycle of an import matches its table', () => {
  expect(matrix.map(([from]) => from)).toEqual(importStatuses)
  for (const [from, ...cells] of matrix) {
    for (const [column, to] of importStatuses.entries()) {
      expect(importLifecycle.allows(from, to), `${from} → ${to}`).toBe(cells[column] === 'x')
    }
  }
})

const itemsOf = async (shop: ImportShop, postbatchId: string) =>
  shop.services.store.read((rows) => rows.items.find(everyone, { postbatchId }))

describe('importing a list', () => {
  test('creates an item for each valid row, processed with the Postbatch', async () => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const done = await shop.imported(id, `\uFEFF${listOfLines(line(1), line(2), ';;;;;;')}`)
    expect(done).toMatchObject({
      status: 'COMPLETED',
      dryRun: false,
      encoding: 'utf-8',
      delimiter: ';',
      header: true,
      columns: heading.split(';'),
      rowCount: 3,
      createdCount: 2,
      failedCount: 0,
      emptyCount: 1,
      progress: 1,
      failure: null,
      startedAt: expect.any(String),
      completedAt: expect.any(String),
    })
    const items = await itemsOf(shop, id)
    expect(items).toHaveLength(2)
    expect(items[0]).toMatchObject({
      status: 'HELD',
      heldReason: 'APPROVAL_MODE',
      reference: 'K1',
      data: { firstName: 'P1' },
      recipient: { name: 'Person 1', street: 'Damrak', houseNumber: '1', country: 'NL' },
    })
    const events = (await shop.call('events.list', { query: 'filter[type]=import.*' })).body.data
    expect(events.map(({ type, data }: { type: string; data: unknown }) => [type, data])).toEqual([
      [
        'import.completed',
        { import: { id: done.id, status: 'COMPLETED', postbatchId: id, createdCount: 2, failedCount: 0 } },
      ],
    ])
    await shop.step('postbatches.validate', id)
    await shop.step('postbatches.approve', id)
    expect((await shop.read(id)).itemsByStatus.SCHEDULED).toBe(2)
    expect(shop.logged).toEqual([])
  })

  test('returns rejected rows, and accepts them once corrected', async () => {
    const shop = await createImportShop()
    await shop.call('suppressions.create', {
      body: { recipient: { ...zoe, houseNumber: '7' }, reason: 'opt_out' },
    })
    const id = await shop.draft()
    const done = await shop.imported(
      id,
      listOfLines(
        line(1),
        line(2, { code: '12' }),
        line(3, { first: '' }),
        '',
        line(1),
        line(5, { name: '=cmd|calc', city: '' }),
        line(7),
      ),
    )
    expect(done).toMatchObject({
      status: 'COMPLETED',
      rowCount: 7,
      createdCount: 2,
      suppressedCount: 1,
      failedCount: 4,
      duplicateCount: 1,
      emptyCount: 1,
    })
    expect(
      done.problems.map(
        ({ row, column, code }: { row: number; column: string; code: string }) => `${row} ${column} ${code}`,
      ),
    ).toEqual([
      '3 Postcode postal_code_invalid',
      '4 Voornaam variable_missing',
      '6 Naam duplicate_recipient',
      '7 Plaats city_missing',
    ])
    const csv = await shop.errors(id, done.id)
    expect(csv.split('\r\n').slice(0, 5)).toEqual([
      `${heading};addressOverride;lettershop_row;lettershop_problem`,
      expect.stringMatching(
        /^K2;P2;Person 2;Damrak;2;12;Amsterdam;;3;"?Postcode: 12 is not a postal code of (?:the )?Netherlands/,
      ),
      expect.stringMatching(/^K3;;Person 3;.*;;4;Voornaam: /),
      expect.stringMatching(/^K1;P1;Person 1;.*;;6;.*is in this Postbatch already \(row 2\)/),
      expect.stringMatching(/^K5;P5;'=cmd\|calc;Damrak;5;1012 LG;;;7;Plaats: /),
    ])
    const corrected = csv
      .replace(';2;12;Amsterdam', ';2;1012 LG;Amsterdam')
      .replace('K3;;', 'K3;P3;')
      .replace('1012 LG;;;7', '1012 LG;Amsterdam;;7')
      .replace(/^(K1;.*?);;6;/m, '$1;ja;6;')
    const again = await shop.imported(id, corrected)
    expect(again).toMatchObject({ status: 'COMPLETED', rowCount: 4, createdCount: 4, failedCount: 0 })
    const items = await itemsOf(shop, id)
    expect(items.map(({ recipientName, status }) => `${recipientName} ${status}`).sort()).toEqual([
      '=cmd|calc HELD',
      'Person 1 HELD',
      'Person 1 HELD',
      'Person 2 HELD',
      'Person 3 HELD',
      'Person 7 SUPPRESSED',
    ])
    expect(await shop.errors(id, again.id)).toBe(
      `${heading};addressOverride;lettershop_row;lettershop_problem\r\n`,
    )
    expect(shop.logged).toEqual([])
  })

  test('reports a problem once, however many places of the piece show it', async () => {
    const shop = await createImportShop()
    const done = await shop.imported(await shop.draft(), listOfLines(line(1, { first: 'TOO LONG TWICE' })))
    expect(done.problems.map(({ column, code }: Record<string, string>) => `${column} ${code}`)).toEqual([
      'Voornaam text_overflow',
    ])
  })

  test('finds duplicates across chunks and in the Postbatch', async () => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const list = listOfLines(...Array.from({ length: 150 }, (_, index) => line((index % 130) + 1)))
    const done = await shop.imported(id, list)
    expect(done).toMatchObject({ createdCount: 130, failedCount: 20, duplicateCount: 20 })
    expect(done.problems[0].message).toContain('(row 2)')
    const again = await shop.imported(id, listOfLines(line(1)))
    expect(again).toMatchObject({ createdCount: 0, duplicateCount: 1 })
    expect(again.problems[0].message).toMatch(/\(itm_/)
    const free = await shop.draft([], { allowDuplicates: true })
    expect(await shop.imported(free, list)).toMatchObject({ createdCount: 150, failedCount: 0 })
  })

  test('reports the same problems in a dry run, and creates nothing', async () => {
    const shop = await createImportShop()
    await shop.call('suppressions.create', {
      body: { recipient: { ...zoe, houseNumber: '7' }, reason: 'opt_out' },
    })
    const id = await shop.draft()
    const list = listOfLines(
      ...Array.from({ length: 150 }, (_, index) => line((index % 130) + 1)),
      line(500, { code: 'x' }),
      line(501, { first: 'far too long for the template it goes into' }),
    )
    const dry = await shop.imported(id, list, { mapping: dutchMapping, dryRun: true })
    expect(await itemsOf(shop, id)).toEqual([])
    expect((await shop.read(id)).itemCount).toBe(0)
    const wet = await shop.imported(id, list)
    const outcome = ({
      rowCount,
      createdCount,
      suppressedCount,
      failedCount,
      duplicateCount,
      problems,
    }: typeof dry) => ({
      rowCount,
      createdCount,
      suppressedCount,
      failedCount,
      duplicateCount,
      problems,
    })
    expect(outcome(dry)).toEqual(outcome(wet))
    expect(await shop.errors(id, dry.id)).toBe(await shop.errors(id, wet.id))
    expect(dry).toMatchObject({ createdCount: 131, suppressedCount: 2, duplicateCount: 19, failedCount: 21 })
  })

  test.each([
    ['was interrupted', { fault: 'The process died.' }],
    ['yielded to others', { fault: undefined }],
  ])('resumes where it %s, and imports no row twice', async (_how, { fault }) => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const { body } = await shop.begin(id, manyLines(350))
    const [job] = await shop.services.store.read((rows) =>
      rows.jobs.find(everyone, { kind: 'imports.takeRows' }),
    )
    let chunks = 0
    const again = { resumeAt: shop.clock.now() }
    const attempt = processImport.handler({
      services: shop.services,
      job: job!,
      args: argsOf<'imports.process'>(job!),
      now: shop.clock.now(),
      transact: (work) => transact(shop.services, work),
      async extend() {
        if (++chunks === 2 && fault) throw new Error(fault)
      },
      giveWay: () => (chunks === 2 ? again : undefined),
    })
    if (fault) await expect(attempt).rejects.toThrow(fault)
    else expect(await attempt).toEqual(again)
    expect(await shop.readImport(id, body.id)).toMatchObject({
      status: 'PROCESSING',
      rowCount: 200,
      createdCount: 200,
    })
    await shop.settle()
    expect(await shop.readImport(id, body.id)).toMatchObject({
      status: 'COMPLETED',
      rowCount: 350,
      createdCount: 350,
    })
    const items = await itemsOf(shop, id)
    expect(new Set(items.map((item) => item.reference)).size).toBe(350)
    expect(items).toHaveLength(350)
  })

  test('can be cancelled, keeping the created items', async () => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const { body } = await shop.begin(id, manyLines(10))
    const params = { id, importId: body.id }
    expect((await shop.call('postbatches.cancelImport', { params })).body).toMatchObject({
      status: 'FAILED',
      failure: { code: 'cancelled' },
    })
    await shop.settle()
    expect(await itemsOf(shop, id)).toEqual([])
    expect(await shop.call('postbatches.cancelImport', { params })).toMatchObject({ status: 409 })
  })

  test('blocks validation while it adds items, and ends with its Postbatch', async () => {
    const shop = await createImportShop()
    const id = await shop.draft([])
    const { body } = await shop.begin(id, manyLines(10))
    expect(await shop.refuse('postbatches.validate', id)).toMatchObject({
      status: 409,
      body: { detail: `The import ${body.id} is still adding items. Wait for it, or cancel it.` },
    })
    await shop.refuse('postbatches.cancel', id)
    await shop.settle()
    expect(await shop.readImport(id, body.id)).toMatchObject({
      status: 'FAILED',
      failure: {
        code: 'postbatch_closed',
        message: 'The Postbatch is CANCELLED and no longer accepts items.',
      },
    })
    expect(shop.logged).toEqual([])
  })

  test('deletes rejected rows after thirty days', async () => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const done = await shop.imported(id, listOfLines(line(1, { code: 'x' }), line(2)))
    expect(done.problems).toHaveLength(1)
    await shop.advance(31 * 86_400_000)
    const left = await shop.services.store.read((rows) => rows.importErrors.find(everyone, {}))
    expect(left).toEqual([])
    expect((await shop.readImport(id, done.id)).problems).toEqual([])
  })
})
