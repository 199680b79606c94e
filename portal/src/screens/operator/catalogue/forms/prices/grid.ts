import type { components } from '../../../../../api/types.gen.ts'

type CatalogueFile = components['schemas']['CatalogueFile']
type PriceList = components['schemas']['CataloguePriceList']

export type Line = PriceList['lines'][number]

/** A specification's prices in a zone. `at` is the index of its line, undefined if it has none. */
export interface Row {
  specification: string
  zone: string
  at: number | undefined
  line: Line | undefined
}

export interface Group {
  specification: string
  name: string
  /** False if the specification is archived or doesn't exist. */
  isOffered: boolean
  rows: Row[]
}

/** Returns the name of a specification's zone. */
export const zoneName = (file: CatalogueFile, specification: string, zone: string): string => {
  const key = file.specifications?.find((one) => one.key === specification)?.countryZones
  return (
    file.countryZones?.find((one) => one.key === key)?.zones.find(({ code }) => code === zone)?.name ?? zone
  )
}

/** Groups all listed and all offered specifications in catalogue order. */
export const groupsOf = (list: PriceList, file: CatalogueFile): Group[] => {
  const groups = new Map<string, Group>()
  const groupOf = (specification: string): Group => {
    const known = groups.get(specification)
    if (known) return known
    const one = file.specifications?.find(({ key }) => key === specification)
    const isOffered = one !== undefined && !one.archived
    const group = { specification, name: one?.name ?? specification, isOffered, rows: [] }
    groups.set(specification, group)
    return group
  }
  const places = new Map(list.lines.map((line, at) => [`${line.specification}|${line.zone}`, at] as const))
  const placed = new Set<number>()
  for (const { key, archived, countryZones } of file.specifications ?? []) {
    const zones = file.countryZones?.find((one) => one.key === countryZones)?.zones ?? []
    for (const { code } of zones) {
      const at = places.get(`${key}|${code}`)
      if (at === undefined && archived) continue
      if (at !== undefined) placed.add(at)
      groupOf(key).rows.push({
        specification: key,
        zone: code,
        at,
        line: at === undefined ? at : list.lines[at],
      })
    }
  }
  // Duplicate and unknown lines stay visible; the check refuses them.
  for (const [at, line] of list.lines.entries())
    if (!placed.has(at)) groupOf(line.specification).rows.push({ ...line, at, line })
  return [...groups.values()]
}

export const columnsOf = ({ lines }: PriceList): number[] =>
  [...new Set([1, ...lines.flatMap(({ steps }) => steps.map(({ from }) => from))])].sort((a, b) => a - b)

const withSteps = (list: PriceList, change: (line: Line) => Line['steps']): PriceList => ({
  ...list,
  lines: list.lines.map((line) => ({ ...line, steps: change(line) })),
})

/** Whether a row has invalid text in place of a price. */
export const hasMistyped = ({ line }: Row): boolean =>
  line !== undefined &&
  [...line.steps.map(({ priceCents }) => priceCents), line.sheets?.extraCents ?? 0].some(
    (cents) => typeof cents !== 'number',
  )

const inOrder = (steps: Line['steps']): Line['steps'] => [...steps].sort((a, b) => a.from - b.from)

/** Adds a quantity step to all lines, priced like the step before, or by `of` from the first step's price. */
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

/** Sets a price; undefined removes the step, and a line left without steps. */
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

/** Changes fields of the surcharge for further sheets; removes it if both numbers are undefined. */
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

/** Returns offered products and surcharges that a general list has no price for; none for other lists. */
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
