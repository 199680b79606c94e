import type { CatalogueCheck, CatalogueEntry } from '../../../../engine/catalogue-part.ts'
import type { Noun } from '../../../../kernel/nouns.ts'
import { memoisedByObject } from '../../../../kernel/text.ts'
import type { CostRow } from '../../../../model/catalogue.ts'
import { catalogueSentences } from '../../sentences.ts'
import { entriesOf } from '../document.ts'
import { catalogueLimits } from '../entries/limits.ts'
import { type CostEntry, costEntry, costFields, costSubjects } from '../entries/printer-entries.ts'
import { hintFor, simplePart } from './simple-part.ts'

const { sentence } = catalogueSentences

const subjects = ['specification', ...costFields] as const

/** A change alters no mail: a run keeps the costs at which it was printed (docs/design/runs.md). */
export const costsPart = simplePart<CostEntry, CostRow>(
  {
    table: 'costs',
    prefix: 'cst',
    toEntry: ({ kind, centsPerThousand, ...row }) => ({
      kind,
      ...Object.fromEntries(subjects.flatMap((field) => (row[field] === null ? [] : [[field, row[field]]]))),
      centsPerThousand,
    }),
    toRow: ({ kind, centsPerThousand, ...entry }) => ({
      kind,
      specification: entry.specification ?? null,
      stock: entry.stock ?? null,
      printer: entry.printer ?? null,
      insert: entry.insert ?? null,
      finishing: entry.finishing ?? null,
      centsPerThousand,
    }),
  },
  {
    name: 'costs',
    noun: 'cost',
    schema: costEntry,
    limit: catalogueLimits.costs,
    optional: true,
    *check(check) {
      const seen = new Map<string, string>()
      for (const [index, entry] of entriesOf(check.next, 'costs').entries()) {
        if (index % 50 === 0) yield
        if (entry.archived) continue
        for (const reference of references) checkReference(check, index, entry, reference)
        for (const field of costFields) {
          if (entry[field] !== undefined && costSubjects[entry.kind] !== field)
            check.report([index, field], sentence('cost.field', { kind: entry.kind, field }))
        }
        const same = JSON.stringify([entry.kind, ...subjects.map((field) => entry[field] ?? null)])
        const other = seen.get(same)
        if (other !== undefined) check.report([index], sentence('cost.same', { other }))
        seen.set(same, entry.key)
      }
    },
  },
)

type Reference = readonly [field: 'specification' | 'stock' | 'printer', part: string, noun: Noun]

const references: readonly Reference[] = [
  ['specification', 'specifications', 'product specification'],
  ['stock', 'stocks', 'stock'],
  ['printer', 'printers', 'printer'],
]

/** Accepts costs of archived entries, because items sold before they were archived are still printed. */
const checkReference = (
  check: CatalogueCheck,
  index: number,
  entry: CostEntry,
  [field, part, noun]: Reference,
): void => {
  const key = entry[field]
  if (key === undefined) return
  const keys = keysOf(check.next.parts[part] ?? [])
  if (keys.has(key)) return
  const meant = hintFor(check, key, [...keys])
  check.report([index, field], sentence('catalogue_reference.unknown', { noun, key, meant }))
}

const keysOf = memoisedByObject(
  (entries: readonly CatalogueEntry[]): ReadonlySet<string> => new Set(entries.map(({ key }) => key)),
)
