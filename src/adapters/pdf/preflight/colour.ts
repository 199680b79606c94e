import { isDict, nameOf, type PdfDict, PdfStream, PdfString, type PdfValue } from '../reader/objects.ts'
import type { PdfObjects } from '../reader/page-objects.ts'

export type Cmyk = readonly [number, number, number, number]

/** The colour of a fill or stroke: inks in percent, an RGB colour, or undefined if unknown. */
export type Paint = { inks: Cmyk } | 'rgb' | 'rgb white' | undefined

/** A colour space, reduced to what affects printing. */
export interface Space {
  kind: 'gray' | 'rgb' | 'cmyk' | 'spot' | 'unknown'
  inks?: readonly string[]
  /** The lookup of an indexed space: returns the components of an index, or undefined if there are none. */
  table?: (index: number) => readonly number[] | undefined
}

const named: Readonly<Record<string, Space['kind']>> = {
  DeviceGray: 'gray',
  G: 'gray',
  CalGray: 'gray',
  DeviceRGB: 'rgb',
  RGB: 'rgb',
  CalRGB: 'rgb',
  Lab: 'rgb',
  DeviceCMYK: 'cmyk',
  CMYK: 'cmyk',
}
const byComponents: Readonly<Record<number, Space['kind']>> = { 1: 'gray', 3: 'rgb', 4: 'cmyk' }
const MAX_DEPTH = 6

/** Reads a colour space by its value or by its name in a page's resources. */
export const spaceOf = (
  document: PdfObjects,
  value: PdfValue | undefined,
  resources: PdfDict | undefined,
  depth = 0,
): Space => {
  const read = document.resolve(value)
  const name = nameOf(read)
  if (name !== undefined) {
    const kind = named[name]
    if (kind) return { kind }
    const spaces = document.resolve(resources?.get('ColorSpace'))
    const own = isDict(spaces) ? spaces.get(name) : undefined
    return own === undefined || depth > MAX_DEPTH
      ? { kind: 'unknown' }
      : spaceOf(document, own, resources, depth + 1)
  }
  if (!Array.isArray(read) || depth > MAX_DEPTH) return { kind: 'unknown' }
  const family = nameOf(document.resolve(read[0])) ?? ''
  const own = named[family]
  if (own) return { kind: own }
  if (family === 'ICCBased') {
    const profile = document.resolve(read[1])
    const components = profile instanceof PdfStream ? Number(document.resolve(profile.dict.get('N'))) : 0
    return { kind: byComponents[components] ?? 'unknown' }
  }
  if (family === 'Indexed' || family === 'I') {
    const base = spaceOf(document, read[1], resources, depth + 1)
    return { ...base, table: tableOf(document, base, read[2], read[3]) }
  }
  if (family === 'Separation') return { kind: 'spot', inks: [nameOf(document.resolve(read[1])) ?? ''] }
  if (family === 'DeviceN') {
    const names = document.resolve(read[1])
    return {
      kind: 'spot',
      inks: Array.isArray(names) ? names.map((name) => nameOf(document.resolve(name)) ?? '') : [],
    }
  }
  return { kind: 'unknown' }
}

const components = { gray: 1, rgb: 3, cmyk: 4, spot: 0, unknown: 0 } as const

/** Returns a lookup that reads the table of an indexed space on first use, because images don't need it. */
const tableOf = (
  document: PdfObjects,
  { kind, inks }: Space,
  highest: PdfValue | undefined,
  bytes: PdfValue | undefined,
): Space['table'] => {
  const each = inks?.length ?? components[kind]
  const last = Math.min(255, Math.max(0, Number(document.resolve(highest))))
  let known: Uint8Array | undefined
  return (index) => {
    known ??= bytesOf(document, document.resolve(bytes))
    const at = Math.min(last, Math.max(0, Math.round(index))) * each
    const found = known.subarray(at, at + each)
    return each > 0 && found.length === each ? [...found].map((value) => value / 255) : undefined
  }
}

/** Returns an empty array for an unreadable table, so that only its colours are unknown. */
const bytesOf = (document: PdfObjects, value: PdfValue): Uint8Array => {
  if (value instanceof PdfString) return value.bytes
  try {
    return value instanceof PdfStream ? document.decode(value) : new Uint8Array()
  } catch {
    return new Uint8Array()
  }
}

const plates = ['Cyan', 'Magenta', 'Yellow', 'Black']

/** Returns the spot inks of a space, or none if the colour has no ink. */
export const spotInks = ({ inks = [] }: Space, cmyk: Cmyk): string[] =>
  cmyk.some((ink) => ink > 0)
    ? inks.filter((ink) => !plates.includes(ink) && ink !== 'All' && ink !== 'None')
    : []

export const paintOf = (space: Space, given: readonly number[]): Paint => {
  const values = space.table ? space.table(given[0] ?? 0) : given
  if (!values) return undefined
  const percent = values.map((value) => Math.min(1, Math.max(0, value)) * 100)
  if (space.kind === 'gray') return { inks: [0, 0, 0, 100 - (percent[0] ?? 0)] }
  if (space.kind === 'rgb') return percent.every((part) => part === 100) ? 'rgb white' : 'rgb'
  if (space.kind === 'cmyk')
    return { inks: [percent[0] ?? 0, percent[1] ?? 0, percent[2] ?? 0, percent[3] ?? 0] }
  if (space.kind === 'unknown') return undefined
  const inks: [number, number, number, number] = [0, 0, 0, 0]
  for (const [index, name] of (space.inks ?? []).entries()) {
    const tint = percent[index] ?? 0
    // Registration marks are printed on every plate.
    if (name === 'All') return { inks: [tint, tint, tint, tint] }
    if (name === 'None') continue
    // A spot ink has its own plate. Here it only matters that there is one more ink.
    const plate = Math.max(0, plates.indexOf(name))
    inks[plate] = Math.max(inks[plate]!, tint)
  }
  return { inks }
}

/** Returns the initial colour of a space: black, full spot inks, or the first entry of a table. */
export const firstPaint = (space: Space): Paint => {
  if (space.table) return paintOf(space, [0])
  return paintOf(space, space.kind === 'spot' ? (space.inks ?? []).map(() => 1) : [0, 0, 0, 1])
}

const shownSpaces = { rgb: 'RGB', gray: 'grey' } as const

/** Returns the blending space of a transparency group if it isn't an ink space. */
export const groupSpace = (
  document: PdfObjects,
  dict: PdfDict,
  resources: PdfDict | undefined,
): string | undefined => {
  const group = document.resolve(dict.get('Group'))
  if (!isDict(group) || !group.has('CS')) return undefined
  const { kind } = spaceOf(document, group.get('CS'), resources)
  return kind === 'rgb' || kind === 'gray' ? shownSpaces[kind] : undefined
}
