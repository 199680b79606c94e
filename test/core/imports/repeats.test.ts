import { describe, expect, test } from 'vitest'
import { importLimits } from '../../../src/core/model/mapping.ts'
import { dutchMapping, line, listOfLines } from '../../support/dutch-list.ts'
import { createImportShop, type ImportShop } from '../../support/imports.ts'

/** Rows of one recipient with different values of the merge field `Voornaam`. */
const twoGifts = [line(1, { first: 'P25' }), line(2), line(1, { first: 'P50' })]
const answer = (choice: string) => ({ answers: [{ code: 'repeated_recipient', column: null, choice }] })

const imported = async (rows: readonly string[], options: Parameters<ImportShop['imported']>[2] = {}) => {
  const shop = await createImportShop()
  const id = await shop.draft()
  const one = await shop.imported(id, listOfLines(...rows), { mapping: dutchMapping, ...options })
  return { shop, id, one }
}
const printed = async (shop: ImportShop, id: string) => {
  const items = await shop.services.store.read((rows) =>
    rows.items.find({ organisationId: shop.organisation.id, mode: 'live' }, { postbatchId: id }),
  )
  return items.map(({ recipientName, data }) => `${recipientName} ${data.firstName}`).sort()
}

describe('rows of one recipient with other merge fields', () => {
  test('are rejected and raise one question', async () => {
    const { one } = await imported([...twoGifts, line(1, { first: 'P75' })])
    expect(one).toMatchObject({ createdCount: 2, failedCount: 2, duplicateCount: 0 })
    expect(one.problems).toMatchObject([
      { row: 4, column: 'Voornaam', code: 'repeated_recipient', params: { earlier: 'row 2' } },
      { row: 5, column: 'Voornaam', code: 'repeated_recipient' },
    ])
    expect(one.questions).toMatchObject([
      {
        code: 'repeated_recipient',
        column: null,
        samples: ['Person 1'],
        choices: [{ choice: 'all' }, { choice: 'first' }, { choice: 'last' }, { choice: 'return' }],
        required: false,
      },
    ])
  })

  test.each([
    ['all', ['Person 1 P25', 'Person 1 P50', 'Person 2 P2'], { createdCount: 3, failedCount: 0 }],
    ['first', ['Person 1 P25', 'Person 2 P2'], { createdCount: 2, failedCount: 1, duplicateCount: 1 }],
    ['last', ['Person 1 P50', 'Person 2 P2'], { createdCount: 2, failedCount: 1, duplicateCount: 1 }],
    ['return', ['Person 1 P25', 'Person 2 P2'], { createdCount: 2, failedCount: 1, duplicateCount: 0 }],
  ])('are sent as answered: %s', async (choice, letters, counts) => {
    const { shop, id, one } = await imported(twoGifts, answer(choice))
    expect(one).toMatchObject(counts)
    expect(await printed(shop, id)).toEqual(letters)
    const dry = await imported(twoGifts, { ...answer(choice), dryRun: true })
    expect(dry.one).toMatchObject(counts)
    expect(dry.one.problems).toEqual(one.problems)
  })

  test('are distinguished from equal rows, which are plain duplicates', async () => {
    const { one } = await imported([...twoGifts, line(1, { first: 'P25' }), line(1, { first: 'P50' })])
    expect(one).toMatchObject({ failedCount: 3, duplicateCount: 1 })
    const both = await imported([...twoGifts, line(1, { first: 'P50' })], answer('all'))
    expect(both.one).toMatchObject({ createdCount: 3, failedCount: 1, duplicateCount: 1 })
  })

  test('are compared with other lists, whose values they replace if the last one counts', async () => {
    const { shop, id } = await imported([line(1, { first: 'P25' })])
    const second = await shop.imported(id, listOfLines(line(1, { first: 'P50' })))
    expect(second).toMatchObject({ createdCount: 0, failedCount: 1, duplicateCount: 0 })
    const last = await shop.imported(id, listOfLines(line(1, { first: 'P50' }), line(1, { first: 'P75' })), {
      mapping: dutchMapping,
      ...answer('last'),
    })
    expect(last).toMatchObject({ createdCount: 0, failedCount: 2, duplicateCount: 2 })
    expect(await printed(shop, id)).toEqual(['Person 1 P75'])
  })

  test('stay two letters when the mailing is validated', async () => {
    const { shop, id } = await imported(twoGifts, answer('all'))
    await shop.call('postbatches.validate', { params: { id } })
    await shop.settle()
    expect(await shop.read(id)).toMatchObject({ status: 'VALIDATED' })
    expect(await printed(shop, id)).toEqual(['Person 1 P25', 'Person 1 P50', 'Person 2 P2'])
  })

  test.each([
    ['ALL', ['Person 1 P25', 'Person 1 P50', 'Person 2 P2'], { createdCount: 3, failedCount: 0 }],
    ['LAST', ['Person 1 P50', 'Person 2 P2'], { createdCount: 2, failedCount: 1, duplicateCount: 1 }],
    [undefined, ['Person 1 P25', 'Person 2 P2'], { createdCount: 2, failedCount: 1, duplicateCount: 0 }],
  ])('can be decided row by row: %s', async (repeat, letters, counts) => {
    const { shop, id, one } = await imported(twoGifts)
    const rows = [{ row: 4, cells: twoGifts[2]!.split(';'), ...(repeat ? { repeat } : {}) }]
    const { status, body } = await shop.call('postbatches.mendImport', {
      params: { id, importId: one.id },
      body: { rows },
    })
    expect({ status, body }).toMatchObject({ status: 200, body: counts })
    expect(await printed(shop, id)).toEqual(letters)
  })

  test.each([
    [undefined, '50', { createdCount: 2, failedCount: 1, duplicateCount: 0 }, 'repeated_recipient'],
    ['LAST', '50', { createdCount: 2, failedCount: 1, duplicateCount: 1 }, 'duplicate_recipient'],
    ['ALL', '50', { createdCount: 3, failedCount: 0, duplicateCount: 0 }, undefined],
    [undefined, '75', { createdCount: 2, failedCount: 1, duplicateCount: 0 }, 'repeated_recipient'],
  ])('remain open after a correction in a dry run: %s, P%s', async (repeat, amount, counts, code) => {
    const { shop, id, one } = await imported(twoGifts, { dryRun: true })
    const cells = line(1, { first: `P${amount}` }).split(';')
    const { body } = await shop.call('postbatches.mendImport', {
      params: { id, importId: one.id },
      body: { rows: [{ row: 4, cells, ...(repeat ? { repeat } : {}) }] },
    })
    expect(body).toMatchObject({ ...counts, problems: code ? [{ code }] : [] })
  })

  test('become separate letters in a dry run with another name', async () => {
    const { shop, id, one } = await imported(twoGifts, { dryRun: true })
    const { body } = await shop.call('postbatches.mendImport', {
      params: { id, importId: one.id },
      body: { rows: [{ row: 4, cells: line(3, { first: 'P50' }).split(';') }] },
    })
    expect(body).toMatchObject({ createdCount: 3, failedCount: 0 })
  })

  test('are rejected if anything else is wrong with them', async () => {
    const wrong = line(1, { first: 'far too long for the template it goes into' })
    for (const choice of ['all', 'last']) {
      const { shop, id, one } = await imported([line(1, { first: 'P25' }), wrong], answer(choice))
      expect(one).toMatchObject({ createdCount: 1, failedCount: 1, duplicateCount: 0 })
      expect(await printed(shop, id)).toEqual(['Person 1 P25'])
    }
  })
})

describe('the question about rows of one recipient', () => {
  const third = line(1, { first: 'P75' })
  const leftOut = third.split(';').map(() => '')
  const codesOf = (questions: { code: string }[]) => questions.map(({ code }) => code)
  const correctEach = async (rows: object[], dryRun: boolean, list = [...twoGifts, third]) => {
    const { shop, id, one } = await imported(list, { dryRun })
    const params = { id, importId: one.id }
    const answered = []
    for (const row of rows) {
      const { body } = await shop.call('postbatches.mendImport', { params, body: { rows: [row] } })
      answered.push(codesOf(body.questions))
      expect((await shop.readImport(id, one.id)).questions).toEqual(body.questions)
    }
    return answered
  }

  test.each([
    [
      'one row left out, and the other sent too',
      [
        { row: 4, cells: leftOut },
        { row: 5, cells: third.split(';'), repeat: 'ALL' },
      ],
    ],
    [
      'both rows left out',
      [
        { row: 4, cells: leftOut },
        { row: 5, cells: leftOut },
      ],
    ],
  ])('is settled with the last of the rows: %s', async (_how, rows) => {
    for (const dryRun of [true, false]) {
      expect(await correctEach(rows, dryRun)).toEqual([['repeated_recipient'], []])
    }
  })

  test.each([
    [0, []],
    [1, ['repeated_recipient']],
  ])('remains if more rows are rejected than are compared: %i more', async (more, left) => {
    const wrong = Array.from({ length: importLimits.comparedRows + more }, (_, n) =>
      line(n + 10).replace('1012 LG', 'x'),
    )
    const list = [...twoGifts, ...wrong]
    expect(await correctEach([{ row: 4, cells: leftOut }], true, list)).toEqual([left])
  })
})
