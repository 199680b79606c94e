import type { PartPiece } from '../../core/ports/renderer.ts'
import { sheetOfPage } from '../../core/template/plex.ts'
import { zonesOn } from '../../core/template/sheet.ts'
import { drawSequence } from './address.ts'
import type { Content } from './content.ts'
import { drawMark } from './mark.ts'
import type { Scene } from './scene.ts'

/**
 * What a run adds to a page for machines: its number in the run, and the mark of the sheet, where no element
 * of a design lies in its place. False where the page has neither.
 */
export const drawRunMarks = (
  scene: Scene,
  content: Content,
  piece: Pick<PartPiece, 'sequence' | 'marks'>,
  page: number,
): boolean => {
  let drawn = false
  for (const zone of zonesOn(scene.sheet, page)) {
    if (zone.kind === 'sequence') {
      drawSequence(scene, content, piece.sequence, zone)
      drawn = true
    }
    // A mark never hides what a customer has designed, such as the code that leads to an address.
    if (zone.kind !== 'mark' || scene.coveredMarks.has(page)) continue
    const mark = piece.marks?.[sheetOfPage(scene.sheet.plex, page) - 1]
    if (mark === undefined) continue
    drawMark(scene, content, zone, mark)
    drawn = true
  }
  return drawn
}
