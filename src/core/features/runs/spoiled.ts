import type { Services } from '../../engine/services.ts'
import type { ItemRow } from '../../model/items.ts'
import type { RunRow, SpoiledPieces } from '../../model/runs.ts'
import type { Rows, WritableRows } from '../../ports/store.ts'
import { pagesOf } from '../items/terms.ts'
import { specificationAt } from '../products/versions.ts'
import { paperOf } from './costs.ts'

/** The paper of some items of a run: a version of a template has as many pages for every recipient. */
export const paperOfItems = async (
  services: Services,
  rows: Rows,
  { specificationId, specificationVersion }: RunRow,
  items: readonly ItemRow[],
): Promise<{ sheets: number; sides: number }> => {
  const { sheet } = await specificationAt(services, rows, specificationId, specificationVersion)
  const pages: number[] = []
  for (const item of items) pages.push(await pagesOf(services, rows, item))
  return paperOf(sheet.plex, pages)
}

/**
 * Adds to a run the pieces that were reported as not sent. What they took is counted with the report, because a
 * run may have fifty thousand pieces, which nobody counts to show a list.
 */
export const noteSpoiled = async (
  services: Services,
  rows: WritableRows,
  run: RunRow,
  items: readonly ItemRow[],
): Promise<RunRow> => {
  if (items.length === 0) return run
  const { sheets, sides } = await paperOfItems(services, rows, run, items)
  const before = run.spoiled ?? { pieces: 0, sheets: 0, sides: 0, priceCents: 0 }
  const spoiled: SpoiledPieces = {
    pieces: before.pieces + items.length,
    sheets: before.sheets + sheets,
    sides: before.sides + sides,
    priceCents: before.priceCents + items.reduce((sum, { priceCents }) => sum + priceCents, 0),
  }
  await rows.runs.update(run, run.id, { spoiled })
  return { ...run, spoiled }
}
