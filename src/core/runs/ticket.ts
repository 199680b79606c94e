import type { ManifestHead } from './manifest.ts'

/** The ticket that goes to the printing room with a package: plain text that a person reads before anything else. */
export const ticketText = (manifest: ManifestHead): string => {
  const { run, organisation, specification, parts } = manifest
  const { trim, bleed, paper, pages } = specification
  const lines: [label: string, value: string][] = [
    ['Run', run.id],
    ['Customer', `${organisation.name} (${organisation.id})`],
    ['Product', `${specification.product}, ${specification.name}`],
    ['Trim', `${trim.w} × ${trim.h} mm, bleed ${bleed} mm on every side`],
    [
      'File pages',
      `${trim.w + 2 * bleed} × ${trim.h + 2 * bleed} mm, one piece after the other, no crop marks`,
    ],
    ['Pages a piece', pages.min === pages.max ? String(pages.min) : `${pages.min} to ${pages.max}`],
    ['Paper', `${paper.name}, ${paper.gsm} g/m²`],
    ['Colour', `PDF/X-4, output intent ${specification.colourProfile}`],
    ['Cutoff', run.cutoffAt],
    ['Rendered', `${run.renderedAt ?? '-'} by ${manifest.engines.join(', ')}`],
    ['Pieces', String(manifest.itemCount)],
    ['Pages', String(manifest.pageCount)],
  ]
  const width = Math.max(...lines.map(([label]) => label.length)) + 2
  let first = 1
  const files = parts.map((part) => {
    const last = first + part.items - 1
    const text = `  ${part.name}   pieces ${first} to ${last}, ${part.pages} pages, ${part.bytes} bytes`
    first = last + 1
    return text
  })
  return [
    'PRINT TICKET',
    ...(run.isTest ? ['', '*** TEST: DO NOT PRINT AND DO NOT POST ***'] : []),
    '',
    ...lines.map(([label, value]) => label.padEnd(width) + value),
    '',
    'Files, in this order:',
    ...files,
    '',
    'Keep the pieces in sequence: they are sorted by country and postal code. items.csv and manifest.json say',
    'which pages belong to which piece. Check the files with: sha256sum -c SHA256SUMS',
    'Look at proof.pdf before printing and do not print it. ticket.xjdf says the same as this ticket to machines.',
    '',
  ].join('\n')
}
