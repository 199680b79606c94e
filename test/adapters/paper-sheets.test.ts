import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { createPdfRenderer } from '../../src/adapters/pdf/index.ts'
import { clearCatalogueCache } from '../../src/core/features/products/current-catalogue.ts'
import { sampleIds } from '../../src/core/features/products/install-catalogue.ts'
import { packageRun } from '../../src/core/features/runs/command-line.ts'
import type { Manifest } from '../../src/core/features/runs/package/manifest.ts'
import { everyone } from '../../src/core/ports/store.ts'
import type { Plex } from '../../src/core/template/sheet.ts'
import { createItemShop, type ItemShop } from '../support/items.ts'
import { letterTemplate } from '../support/letters.ts'
import { filesOf, manifestOf, textOf } from '../support/packages.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { itWithTools, run } from '../support/tools.ts'

const renderer = createPdfRenderer({ workers: 0 })
afterAll(() => renderer.close())

/** First names that aren't part of one another. */
const firstNames = ['Anna', 'Berta', 'Carla', 'Dora', 'Emma', 'Frida', 'Greta', 'Hilda']

interface Printed {
  shop: ItemShop
  itemIds: string[]
  files: Map<string, Uint8Array>
  manifest: Manifest
  folder: string
}

/** Prints letters with these page counts in parts of three pieces, and returns what the printer receives. */
const printLetters = async (pages: readonly number[], plex: Plex): Promise<Printed> => {
  const shop = await createItemShop({
    clock: '2026-01-05T08:00:00Z',
    ports: { renderer },
    config: { itemsPerPart: 3 },
  })
  const { services, keys } = shop
  await services.store.write(async (rows) => {
    const { sheet } = (await rows.specifications.get(everyone, sampleIds.c5))!
    await rows.specifications.update(everyone, sampleIds.c5, { sheet: { ...sheet, plex } })
  })
  clearCatalogueCache(services)
  const postflows = new Map<number, string>()
  for (const count of new Set(pages)) {
    const template = (await shop.call('templates.create', { body: letterTemplate(count) })).body
    const published = await shop.call('templates.publish', { params: { id: template.id } })
    expect(published).toMatchObject({ status: 201, body: { findings: [] } })
    postflows.set(count, await shop.postflow({ templateId: template.id }, keys.test))
  }
  const itemIds: string[] = []
  for (const [index, count] of pages.entries()) {
    const firstName = firstNames[index]!
    const recipient = {
      name: firstName,
      street: 'Damrak',
      houseNumber: String(index + 1),
      postalCode: `10${String(index + 10)} AA`,
      city: 'Amsterdam',
      country: 'NL',
    }
    const item = { postflowId: postflows.get(count), recipient, data: { firstName } }
    itemIds.push((await shop.create(item, keys.test)).id)
  }
  await shop.advanceTestClock('2026-01-05T09:00:00Z')
  const [{ id }] = (await shop.call('runs.list', { key: keys.test })).body.data
  const files = filesOf(shop.printers.test, id)
  return { shop, itemIds, files, manifest: manifestOf(files), folder: await temporaryFolder() }
}

/** Reads the text of each page of each part, once. */
const textsOf = async ({ files, manifest, folder }: Printed): Promise<Map<string, string[]>> => {
  const texts = new Map<string, string[]>()
  for (const { name } of manifest.parts) texts.set(name, await pagesOf(folder, name, files.get(name)!))
  return texts
}

/** Reads the text of each page from the file. */
const pagesOf = async (folder: string, name: string, pdf: Uint8Array): Promise<string[]> => {
  const path = join(folder, name)
  await writeFile(path, pdf)
  run('qpdf', ['--check', path])
  return run('pdftotext', [path, '-']).split('\f').slice(0, -1)
}

/** Imposes pages on sheets as the press does: two pages each, or one. */
const imposed = (plex: Plex, pages: readonly string[]): string[] =>
  plex === 'simplex'
    ? [...pages]
    : Array.from({ length: Math.ceil(pages.length / 2) }, (_, index) =>
        pages.slice(2 * index, 2 * index + 2).join('\n'),
      )

const recipientsOn = (sheet: string): string[] => firstNames.filter((name) => sheet.includes(name))

describe.each([
  { plex: 'duplex', what: 'letters of one to four pages', pages: [1, 2, 3, 4, 1, 1, 3, 2], sheets: 11 },
  { plex: 'duplex', what: 'letters of one page', pages: [1, 1, 1, 1, 1], sheets: 5 },
  { plex: 'simplex', what: 'letters of one to four pages', pages: [1, 2, 3, 4, 1, 1, 3, 2], sheets: 17 },
] as const)('$what, printed $plex', ({ plex, pages, sheets }) => {
  let printed: Printed
  beforeAll(async () => {
    printed = await printLetters(pages, plex)
  })

  itWithTools(['pdftotext', 'qpdf'], 'have one recipient per sheet and lose no page', async () => {
    const { manifest } = printed
    const files = await textsOf(printed)
    const seen: string[] = []
    for (const part of manifest.parts) {
      const texts = files.get(part.name)!
      expect(texts).toHaveLength(part.pages)
      const paper = imposed(plex, texts)
      expect(paper).toHaveLength(part.sheets)
      for (const sheet of paper) {
        expect(recipientsOn(sheet)).toHaveLength(1)
        seen.push(...recipientsOn(sheet))
      }
    }
    expect(seen).toHaveLength(sheets)
    expect(manifest.sheetCount).toBe(sheets)
    for (const [index, row] of manifest.items.entries()) {
      const own = files.get(row.part)!.slice(row.firstPage - 1, row.firstPage - 1 + row.pageCount)
      for (const [at, text] of own.entries()) {
        if (at < pages[index]!) expect(text).toContain(`Page ${at + 1} of ${firstNames[index]}`)
        else expect(text.trim()).toBe('')
      }
      expect(row.sheetCount).toBe(plex === 'duplex' ? Math.ceil(pages[index]! / 2) : pages[index])
    }
  })

  test('have the same counts in manifest, list, run, proof and tickets', () => {
    const { files, manifest } = printed
    const rows = parse(Buffer.from(files.get('items.csv')!), { bom: true, delimiter: ';', columns: true })
    expect(
      (rows as Record<string, string>[]).map((row) => [
        row.id,
        Number(row.firstPage),
        Number(row.pageCount),
        Number(row.sheetCount),
      ]),
    ).toEqual(
      manifest.items.map(({ id, firstPage, pageCount, sheetCount }) => [
        id,
        firstPage,
        pageCount,
        sheetCount,
      ]),
    )
    const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
    expect(manifest.pageCount).toBe(sum(manifest.items.map(({ pageCount }) => pageCount)))
    expect(manifest.pageCount).toBe(sum(manifest.parts.map((part) => part.pages)))
    expect(manifest.sheetCount).toBe(sum(manifest.items.map(({ sheetCount }) => sheetCount)))
    const shown = new Map(manifest.items.map(({ id, pageCount }) => [id, pageCount]))
    for (const piece of manifest.proof.pieces) expect(piece.pageCount).toBe(shown.get(piece.id))
    expect(textOf(files, 'ticket.txt')).toMatch(new RegExp(`^Sheets +${sheets}$`, 'm'))
    expect(textOf(files, 'ticket.txt')).toMatch(new RegExp(`^Printing +${plex}`, 'm'))
    const side = plex === 'duplex' ? 'TwoSidedHeadToHead' : 'OneSided'
    expect(textOf(files, 'ticket.xjdf')).toContain(`Sides="${side}"`)
    for (const part of manifest.parts) expect(textOf(files, 'ticket.xjdf')).toContain(`NPage="${part.pages}"`)
  })

  itWithTools(['pdftotext', 'qpdf'], 'have documents and previews with the same pages', async () => {
    const { shop, itemIds, manifest, folder } = printed
    const { test: key } = shop.keys
    for (const row of manifest.items.slice(0, 4)) {
      const document = await shop.call('items.document', { key, params: { id: row.id } })
      expect(document.status).toBe(200)
      expect(await pagesOf(folder, `${row.id}.pdf`, document.body)).toHaveLength(row.pageCount)
    }
    const { body } = await shop.call('renders.create', { key, body: { itemId: itemIds[0], format: 'pdf' } })
    await shop.settle()
    const preview = await shop.call('renders.file', { key, params: { id: body.id } })
    expect(await pagesOf(folder, 'preview.pdf', preview.body)).toHaveLength(manifest.items[0]!.pageCount)
  })
})

itWithTools(['pdftotext', 'qpdf'], 'a postcard is one sheet', async () => {
  const shop = await createItemShop({ clock: '2026-01-05T08:00:00Z', ports: { renderer } })
  const { test: key } = shop.keys
  const postflowId = await shop.postflow({}, key)
  for (const firstName of firstNames.slice(0, 3)) {
    const item = await shop.create({ postflowId, data: { firstName } }, key)
    expect(item.status).toBe('SCHEDULED')
  }
  await shop.advanceTestClock('2026-01-05T09:00:00Z')
  const [{ id }] = (await shop.call('runs.list', { key })).body.data
  const files = filesOf(shop.printers.test, id)
  const { parts, items } = manifestOf(files)
  const texts = await pagesOf(await temporaryFolder(), 'part.pdf', files.get(parts[0]!.name)!)
  expect(imposed('duplex', texts).map(recipientsOn)).toEqual([['Anna'], ['Berta'], ['Carla']])
  expect(items.map(({ pageCount, sheetCount }) => [pageCount, sheetCount])).toEqual([
    [2, 1],
    [2, 1],
    [2, 1],
  ])
})

it('a blank back costs nothing: letters of one and two pages have the same price', async () => {
  const { shop, itemIds } = await printLetters([1, 2], 'duplex')
  const prices = await Promise.all(itemIds.map(async (id) => (await shop.row(id)).priceCents))
  expect(prices).toEqual([119, 119])
})

it('a part rendered for simplex is not handed over for duplex', async () => {
  const { shop, manifest } = await printLetters([1, 1], 'simplex')
  await shop.services.store.write(async (rows) => {
    const { sheet } = (await rows.specifications.get(everyone, sampleIds.c5))!
    await rows.specifications.update(everyone, sampleIds.c5, { sheet: { ...sheet, plex: 'duplex' } })
  })
  clearCatalogueCache(shop.services)
  const read = async () => {
    for await (const { content } of await packageRun(shop.services, manifest.run.id)) {
      for await (const _chunk of content);
    }
  }
  await expect(read()).rejects.toThrow('does not begin and end on sheets of its own')
})
