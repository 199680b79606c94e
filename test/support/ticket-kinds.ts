import type { TicketFacts } from '../../src/core/features/runs/package/facts.ts'
import type { ProductRow, SpecificationRow } from '../../src/core/model/products.ts'
import type { RunRemakeRow, RunRow, RunTray } from '../../src/core/model/runs.ts'

/** Details of a piece besides its sheet. */
type Details = NonNullable<SpecificationRow['details']>
const postages: readonly Details['postage'][] = [
  null,
  { key: 'machine', carrier: 'Post & Co', name: 'Letter "24 h"', indicia: null, costCents: 95 },
  { key: 'indicia', carrier: 'Deutsche Post', name: 'Brief <Standard>', indicia: 'PP 1234', costCents: null },
]
const insertsOf = (count: number): Details['inserts'] =>
  [
    { key: 'reply', name: 'Reply card', grams: 4 },
    { key: 'flyer', name: 'Käse & Wein', grams: 8 },
  ].slice(0, count)

const tray = (number: number, country: string, from: string, to: string): RunTray => ({
  number,
  country,
  from,
  to,
  items: 2,
})

const part = (runId: string, number: number, trays?: RunTray[]): RunRow['parts'][number] => ({
  name: `${runId}_00${number}.pdf`,
  blobKey: 'none',
  bytes: 48_211 * number,
  pages: 8,
  items: 4,
  sha256: String(number).repeat(64),
  ...(trays ? { trays } : {}),
})

/**
 * Properties of a run that affect its ticket, besides the printed content. `postage` is an index in
 * `postages`, `inserts` a number.
 */
interface Kind {
  what: string
  mode?: RunRow['mode']
  postage?: number
  inserts?: number
  finishing?: string[]
  parts?: number
  hasTrays?: boolean
  contact?: TicketFacts['texts']['contact']
  remade?: number[]
}

const kinds: readonly Kind[] = [
  { what: 'plain' },
  { what: 'with an insert, franked by a machine', inserts: 1, postage: 1 },
  {
    what: 'with two inserts, indicia and finishing',
    inserts: 2,
    postage: 2,
    finishing: ['perforated', 'drilled'],
  },
  { what: 'in trays of two countries', hasTrays: true, parts: 2, contact: { name: 'De Pers', email: null } },
  { what: 'with a contact', contact: { name: 'De Pers & Zn', email: 'press@example.nl' } },
  { what: 'of a test run', mode: 'test' },
  { what: 'of a remake', remade: [1, 2, 3, 7], hasTrays: true },
  { what: 'of a remake of a test run', remade: [4], mode: 'test', inserts: 2, postage: 2 },
]

/** Returns one ticket of each kind for a run of this specification. */
export const ticketKinds = (
  product: ProductRow,
  specification: SpecificationRow,
): { what: string; facts: TicketFacts }[] =>
  kinds.map((kind) => ({
    what: `${specification.key ?? specification.id}, ${kind.what}`,
    facts: factsOf(kind, product, specification),
  }))

const factsOf = (kind: Kind, product: ProductRow, specification: SpecificationRow): TicketFacts => {
  const { mode = 'live', postage = 0, inserts = 0, finishing = [], parts = 1, hasTrays, remade } = kind
  const id = 'run_01JGFJJZ00KNDSFT1CKETS0001'
  const trays = [tray(1, 'NL', '1011', '1016'), tray(2, 'DE', '', '')]
  const run = {
    id,
    organisationId: 'org_01JGFJJZ00ABCDEFGHJKMNPQRS',
    mode,
    cutoffAt: Date.parse('2026-01-05T09:00:00Z'),
    parts: Array.from({ length: parts }, (_, index) => part(id, index + 1, hasTrays ? trays : undefined)),
  } as RunRow
  const details = specification.details && {
    ...specification.details,
    postage: postages[postage]!,
    inserts: insertsOf(inserts),
    finishing,
  }
  const remake = remade && ({ number: 2, sequences: remade, reason: 'Jam <again>' } as RunRemakeRow)
  return {
    run,
    product,
    specification: { ...specification, details },
    texts: {
      organisation: 'Kaas & Co <Noord>',
      product: product.name,
      contact: kind.contact ?? null,
      requiredAt: Date.parse('2026-01-08T15:00:00Z'),
      baseUrl: 'https://mail.example',
    },
    itemCount: parts * 4,
    engines: ['pdf 3'],
    ...(remake ? { remake } : {}),
  }
}
