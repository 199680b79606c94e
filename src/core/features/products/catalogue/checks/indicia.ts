import type { CatalogueCheck, CatalogueDocument, CataloguePorts } from '../../../../engine/catalogue-part.ts'
import type { Finding } from '../../../../kernel/finding.ts'
import type { Sheet } from '../../../../template/sheet.ts'
import { printedSheet } from '../../printed-sheet.ts'
import { entriesOf } from '../document.ts'
import type { SpecificationEntry } from '../entry-schemas.ts'
import { catalogueSentences } from '../sentences.ts'
import { contentOfEntry } from '../specification-content.ts'

const { say } = catalogueSentences

/** What the renderer says of each specification whose indicia is printed on its sheet, by its key. */
export type IndiciaAnswers = Readonly<Record<string, readonly Finding[]>>

/** Measures every indicia in the zone of its sheet. Sheets that differ in nothing that counts are asked for once. */
export const askIndicia = async (
  next: CatalogueDocument,
  { renderer, turns }: CataloguePorts,
): Promise<IndiciaAnswers> => {
  const measured = new Map<string, readonly Finding[]>()
  const answers: Record<string, readonly Finding[]> = {}
  for (const entry of entriesOf(next, 'specifications')) {
    const sheet = sheetWithIndicia(entry, next)
    if (!sheet) continue
    const { indicia, trim, safe, zones } = sheet
    const key = JSON.stringify([indicia, trim, safe, zones.filter(isPostage)])
    let found = measured.get(key)
    if (!found) {
      await turns.rest()
      found = await renderer.checkSheet({ sheet })
      measured.set(key, found)
    }
    answers[entry.key] = found
  }
  return answers
}

const isPostage = ({ kind }: { kind: string }): boolean => kind === 'postage'

/** Undefined where the specification has no indicia. */
const sheetWithIndicia = (entry: SpecificationEntry, document: CatalogueDocument): Sheet | undefined => {
  const content = entry.archived ? undefined : contentOfEntry(entry, document)
  const sheet = content && printedSheet(content)
  return sheet?.indicia === undefined ? undefined : sheet
}

/**
 * An indicia has a place where a piece is posted as it is: on an envelope somebody else prints it, by the ticket.
 * A character that no font has is told once, where the text stands; what does not fit, where it is used.
 */
export function* checkIndicia(check: CatalogueCheck): Generator<void> {
  const answers = check.facts.asked.specifications as IndiciaAnswers
  const withoutGlyphs = new Set<string>()
  for (const [index, entry] of entriesOf(check.next, 'specifications').entries()) {
    yield
    const sheet = sheetWithIndicia(entry, check.next)
    if (!sheet) continue
    const postage = entry.postage!
    const place = [index, 'postage']
    const hasPlace = sheet.zones.some(({ kind, page }) => kind === 'postage' && page <= sheet.pages.min)
    if (!hasPlace && !entry.envelope) check.report(place, say('indicia.no_zone', { postage }), 'warning')
    const found = answers[entry.key] ?? []
    const glyphs = found.filter(({ code }) => code === 'glyph_missing')
    const reason = found.filter((finding) => !glyphs.includes(finding))
    if (reason.length > 0) check.report(place, say('indicia.unprintable', { postage, reason }))
    if (glyphs.length === 0 || withoutGlyphs.has(postage)) continue
    withoutGlyphs.add(postage)
    const at = entriesOf(check.next, 'postageProducts').findIndex(({ key }) => key === postage)
    const said = say('indicia.unprintable', { postage, reason: glyphs })
    check.reportIn('postageProducts', [at, 'indicia'], said)
  }
}
