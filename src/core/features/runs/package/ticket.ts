import type { Fold } from '../../../model/products.ts'
import { pagesOnSheets, sheetsOf } from '../../../template/sheet.ts'
import type { Contact } from './facts.ts'
import { insertsText, postageText, stockText } from './facts.ts'
import type { ManifestHead, ManifestTray } from './manifest.ts'

const foldTexts: Readonly<Record<Fold, string>> = {
  none: 'none',
  half: 'once across, all sheets of a piece together, the top half of page 1 outside',
  third: 'twice across into thirds, all sheets of a piece together, the top third of page 1 outside',
}

export const ticketText = (manifest: ManifestHead): string => {
  const { run, parts, trays, remake } = manifest
  const lines = factsOf(manifest)
  const width = Math.max(...lines.map(([label]) => label.length)) + 2
  let first = 1
  const files = parts.map((part) => {
    const last = first + part.items - 1
    const pieces = remake ? `pieces ${listed(remake.sequences)}` : `pieces ${first} to ${last}`
    const text = `  ${part.name}   ${pieces}, ${part.pages} pages, ${part.sheets} ${part.sheets === 1 ? 'sheet' : 'sheets'}, ${part.bytes} bytes`
    first = last + 1
    return text
  })
  return [
    'PRINT TICKET',
    ...(run.isTest ? ['', '*** TEST: DO NOT PRINT AND DO NOT POST ***'] : []),
    ...(remake ? ['', `*** ${remakeText(remake)} ***`] : []),
    '',
    ...lines.map(([label, value]) => label.padEnd(width) + value),
    '',
    'Files, in this order:',
    ...files,
    ...(trays.length === 0
      ? []
      : ['', 'Trays, each of one country:', ...trays.map((tray) => `  ${trayText(tray)}`)]),
    '',
    'Keep the pieces in sequence: they are sorted by country, mail of this country first, and by postal code.',
    'A part holds one country, and ends with a tray. items.csv and manifest.json say',
    'which pages belong to which piece, and on how many sheets. Check the files with: sha256sum -c SHA256SUMS',
    'Look at proof.pdf before printing and do not print it. ticket.xjdf says the same as this ticket to machines.',
    '',
  ].join('\n')
}

const factsOf = (manifest: ManifestHead): [label: string, value: string][] => {
  const { run, remake, organisation, specification, contact, trays } = manifest
  const { trim, bleed, plex, pages, fold } = specification
  return [
    ['Run', run.id],
    ...(remake ? remakeFacts(remake) : []),
    ['Customer', `${organisation.name} (${organisation.id})`],
    ['Contact', contact ? contactText(contact) : '-'],
    ['Product', `${specification.product}, ${specification.name}`],
    ['Trim', `${trim.w} × ${trim.h} mm, bleed ${bleed} mm on every side`],
    [
      'File pages',
      `${trim.w + 2 * bleed} × ${trim.h + 2 * bleed} mm, one piece after the other, no crop marks`,
    ],
    [
      'Pages a piece',
      `${range(pagesOnSheets(plex, pages.min), pagesOnSheets(plex, pages.max))}, sheets ${range(sheetsOf(plex, pages.min), sheetsOf(plex, pages.max))}`,
    ],
    [
      'Printing',
      plex === 'duplex'
        ? 'duplex, head to head: every piece begins on the front of a sheet of its own'
        : 'simplex: every page on a sheet of its own',
    ],
    ['Paper', stockText(specification.stock)],
    ['Fold', foldTexts[fold]],
    ['Finishing', specification.finishing.join(', ') || 'none'],
    ['Envelope', envelopeText(specification)],
    ['Inserts', insertsText(specification.inserts)],
    ['Postage', postageText(specification.postage)],
    ['Marks', specification.hasMarks ? marksText : 'none'],
    ['Colour', `PDF/X-4, output intent ${specification.colourProfile}`],
    ['Cutoff', run.cutoffAt],
    ['Rendered', `${run.renderedAt ?? '-'} by ${manifest.engines.join(', ')}`],
    ['Pieces', String(manifest.itemCount)],
    ['Pages', String(manifest.pageCount)],
    ['Sheets', String(manifest.sheetCount)],
    ['Trays', String(trays.length)],
  ]
}

type Remake = NonNullable<ManifestHead['remake']>

/** The XJDF ticket has this text as a comment. */
export const remakeText = ({ number }: Pick<Remake, 'number'>): string =>
  `REMAKE ${number}: REPLACES SPOILED PIECES OF THIS RUN, IN THEIR PLACES`

const remakeFacts = ({ number, reason, sequences }: Remake): [label: string, value: string][] => [
  ['Remake', `${number}, places ${listed(sequences)}`],
  ['Because', reason ?? '-'],
]

/** Joins consecutive numbers: `3, 7 to 9`. */
export const listed = (numbers: readonly number[]): string =>
  spansOf(numbers)
    .map(([first, last]) => range(first, last))
    .join(', ')

export const spansOf = (numbers: readonly number[]): [first: number, last: number][] => {
  const spans: [first: number, last: number][] = []
  for (const number of numbers) {
    const open = spans.at(-1)
    if (open?.[1] === number - 1) open[1] = number
    else spans.push([number, number])
  }
  return spans
}

const marksText = 'a DataMatrix on every sheet: LS1, run, place, item, sheet and sheets, end of set, check'

export const contactText = ({ name, email }: Contact): string => (email === null ? name : `${name}, ${email}`)

/** The XJDF ticket has it as a comment, because it has no element for trays. */
export const trayText = ({ number, country, from, to, part, firstSequence, items }: ManifestTray): string => {
  const codes = from === '' ? '' : ` ${range(from, to)}`
  return `${number}: ${country}${codes}, pieces ${firstSequence} to ${firstSequence + items - 1} (${part})`
}

export const range = (min: number | string, max: number | string): string =>
  min === max ? String(min) : `${min} to ${max}`

/** The XJDF ticket has it as a comment, because it has no element for an address window. */
export const envelopeText = ({ envelope }: Pick<ManifestHead['specification'], 'envelope'>): string => {
  if (!envelope) return 'none'
  const size = `${envelope.name}, ${envelope.w} × ${envelope.h} mm`
  const { window, play } = envelope
  if (!window) return `${size}, without a window`
  const place = `${window.x} mm from the left and ${window.y} mm from the top of page 1`
  return `${size}, window ${window.w} × ${window.h} mm at ${place} (play ${play} mm)`
}
