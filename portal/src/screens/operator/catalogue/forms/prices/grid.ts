import type { components } from '../../../../../api/types.gen.ts'

type CatalogueFile = components['schemas']['CatalogueFile']
type PriceList = components['schemas']['CataloguePriceList']

export type Line = PriceList['lines'][number]

/** A row of the grid: what a specification costs in a zone. `at` is its line's place, undefined where it has none. */
export interface Row {
  specification: string
  zone: string
  at: number | undefined
  line: Line | undefined
}

/** The rows of a specification. */
export interface Group {
  specification: string
  name: string
  /** False where it is offered no more, or is none. */
  isOffered: boolean
  rows: Row[]
}

/** What people call a zone of a specification. */
export const zoneName = (file: CatalogueFile, specification: string, zone: string): string => {
  const key = file.specifications?.find((one) => one.key === specification)?.countryZones
  return (
    file.countryZones?.find((one) => one.key === key)?.zones.find(({ code }) => code === zone)?.name ?? zone
  )
}

/** All that a list names and all that is offered, by specification, in the order of the catalogue. */
export const groupsOf = (list: PriceList, file: CatalogueFile): Group[] => {
  const groups = new Map<string, Group>()
  const groupOf = (specification: string): Group => {
    const known = groups.get(specification)
    if (known) return known
    const one = file.specifications?.find(({ key }) => key === specification)
    const isOffered = one !== undefined && !one.archived
    const made = { specification, name: one?.name ?? specification, isOffered, rows: [] }
    groups.set(specification, made)
    return made
  }
  const places = new Map(list.lines.map((line, at) => [`${line.specification}|${line.zone}`, at] as const))
  const shown = new Set<number>()
  for (const { key, archived, countryZones } of file.specifications ?? []) {
    const zones = file.countryZones?.find((one) => one.key === countryZones)?.zones ?? []
    for (const { code } of zones) {
      const at = places.get(`${key}|${code}`)
      if (at === undefined && archived) continue
      if (at !== undefined) shown.add(at)
      groupOf(key).rows.push({
        specification: key,
        zone: code,
        at,
        line: at === undefined ? at : list.lines[at],
      })
    }
  }
  // What is named twice, or names what there is no more, stays in sight: the check refuses it.
  for (const [at, line] of list.lines.entries())
    if (!shown.has(at)) groupOf(line.specification).rows.push({ ...line, at, line })
  return [...groups.values()]
}

/** The quantity steps of all lines, each once. */
export const columnsOf = ({ lines }: PriceList): number[] =>
  [...new Set([1, ...lines.flatMap(({ steps }) => steps.map(({ from }) => from))])].sort((a, b) => a - b)

const withSteps = (list: PriceList, change: (line: Line) => Line['steps']): PriceList => ({
  ...list,
  lines: list.lines.map((line) => ({ ...line, steps: change(line) })),
})

/** Whether something in a line stands as it was typed, because it is no price. */
export const hasMistyped = ({ line }: Row): boolean =>
  line !== undefined &&
  [...line.steps.map(({ priceCents }) => priceCents), line.sheets?.extraCents ?? 0].some(
    (cents) => typeof cents !== 'number',
  )

const inOrder = (steps: Line['steps']): Line['steps'] => [...steps].sort((a, b) => a.from - b.from)

/**
 * A list in which a quantity has prices of its own, which begin as those that it has now, or as what `of` makes of the
 * price of the first piece.
 */
export const withColumn = (list: PriceList, from: number, of?: (firstCents: number) => number): PriceList =>
  withSteps(list, ({ steps }) => {
    const before = inOrder(steps).findLast((step) => step.from <= from)
    if (!before || before.from === from) return steps
    const first = inOrder(steps)[0]!.priceCents
    const priceCents = of && typeof first === 'number' ? of(first) : before.priceCents
    return inOrder([...steps, { ...before, from, priceCents }])
  })

export const withoutColumn = (list: PriceList, from: number): PriceList =>
  withSteps(list, ({ steps }) => steps.filter((step) => step.from !== from))

/** A list with another price in a cell; undefined takes the step away, and a line without steps with it. */
export const withPrice = (
  list: PriceList,
  row: Row,
  from: number,
  priceCents: number | undefined,
): PriceList => {
  const { specification, zone, at } = row
  if (at === undefined) {
    if (priceCents === undefined) return list
    return { ...list, lines: [...list.lines, { specification, zone, steps: [{ from, priceCents }] }] }
  }
  const line = list.lines[at]!
  const known = line.steps.find((step) => step.from === from)
  const others = line.steps.filter((step) => step.from !== from)
  const steps = priceCents === undefined ? others : inOrder([...others, { ...known, from, priceCents }])
  if (steps.length === 0) return { ...list, lines: list.lines.toSpliced(at, 1) }
  return { ...list, lines: list.lines.with(at, { ...line, steps }) }
}

/** A list with another surcharge for further sheets of a line; without both numbers there is none. */
export const withSheets = (
  list: PriceList,
  at: number,
  fields: { included?: number | undefined; extraCents?: number | undefined },
): PriceList => {
  const { sheets, ...line } = list.lines[at]!
  const next = { included: sheets?.included, extraCents: sheets?.extraCents, ...fields }
  const isNone = next.included === undefined && next.extraCents === undefined
  const changed = isNone ? line : { ...line, sheets: { ...sheets, ...next } as NonNullable<Line['sheets']> }
  return { ...list, lines: list.lines.with(at, changed) }
}

/** What is offered and has no price in a list that is for all. */
export const unpriced = (list: PriceList, file: CatalogueFile): { lines: Row[]; extras: string[] } => {
  if (list.organisation) return { lines: [], extras: [] }
  const lines = groupsOf(list, file).flatMap(({ isOffered, rows }) =>
    isOffered ? rows.filter(({ line }) => !line?.steps.some(({ from }) => from === 1)) : [],
  )
  const priced = new Set((list.extras ?? []).map(({ extra }) => extra))
  const named = (file.specifications ?? []).flatMap(({ archived, extras }) =>
    archived ? [] : (extras ?? []),
  )
  return { lines, extras: [...new Set(named)].filter((extra) => !priced.has(extra)) }
}
