import { catalogueOf } from './build.ts'
import type { Country, Source } from './shape.ts'

const LINE_WIDTH = 110

const head = `# Postal data of the samples

The carriers’ rules behind the sample catalogues of countries ([catalogue.md](catalogue.md)): those read in a
document, and the unverified assumptions.

\`\`\`
lettershop catalogue sample de        # the same information is in \`sources\` of each entry
\`\`\`

**Confirm the rules with your carrier and your printer before you rely on them.** Often the source isn’t the
carrier’s own text but that of a company that follows it, and some are years old. Standards that must be
bought, such as NF Z 11-001, were not read.

- No sample claims presorting, certification or discounts.
- All prices are examples. The carrier’s price of a piece (\`costCents\`) is left open.
- Windows are given on page 1 of the sheet, centred in its envelope. A DL envelope has 5 mm on each side of a
  third of A4, and little more above and below; the samples allow for that. Larger envelopes have more room
  than any window tolerates, and their \`play\` limits how far the piece may move.
- \`npm run catalogue:shots\` draws every product with its zones and its closed envelope.

\`npm run generate\` writes this page from \`scripts/samples\`.
`

/** Wraps text; the first line continues `first`. */
const wrapped = (text: string, first: string, indent: string): string => {
  const lines = [first.trimEnd()]
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!
    if (line.length + 1 + word.length <= LINE_WIDTH) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(`${indent}${word}`)
  }
  return lines.join('\n')
}

/** Returns each rule of a country once, in the order of its file. */
const rulesOf = (country: Country): Source[] => {
  const entries = Object.values(catalogueOf(country)).flatMap((part) =>
    Array.isArray(part) ? (part as { sources?: Source[] }[]) : [],
  )
  const rules = entries.flatMap(({ sources = [] }) => sources)
  return [...new Map(rules.map((rule) => [`${rule.rule}|${rule.source}`, rule])).values()]
}

const sectionOf = (country: Country): string => {
  const rules = rulesOf(country)
  const read = rules.filter(({ verified }) => verified)
  const guessed = rules.filter(({ verified }) => !verified)
  const title = new Intl.DisplayNames('en', { type: 'region' }).of(country.code)
  return [
    `## ${title}: \`${country.name}\`, ${country.carrier}`,
    'Read in a document:',
    read.map(({ rule, source }) => wrapped(`${rule} *${source}*`, '- ', '  ')).join('\n'),
    'Not verified:',
    guessed.map(({ rule }) => wrapped(rule, '- ', '  ')).join('\n'),
  ].join('\n\n')
}

/** `docs/postal.md`. */
export const postalDocument = (countries: readonly Country[]): string =>
  `${[head.trim(), ...countries.map(sectionOf)].join('\n\n')}\n`
