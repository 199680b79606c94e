import { catalogueOf } from './build.ts'
import type { Country, Source } from './shape.ts'

const LINE_WIDTH = 110

const head = `# What the samples know of carriers

The sample catalogues of countries ([catalogue.md](catalogue.md)) hold what carriers and standards ask of a
piece of mail. Below is, by country, what of it was read and where, and what was read nowhere and is a guess:
ask your carrier and your printer before you rely on it. The same stands with each entry of the files
(\`sources\`), and the portal shows it. What was read is often not the carrier’s own text but that of somebody
who works by it, and some of it is years old; a standard that is sold, such as NF Z 11-001, was not read.

No sample claims that its mail may be presorted, certified or discounted. All prices are examples. What a
carrier asks for a piece (\`costCents\`) is left open.

Windows are given on page 1 of the sheet as it stands in the middle of its envelope. A DL envelope has 5 mm to
either side of a third of A4, and little more above and below, which the samples reckon with; larger ones have
more room than any window would bear, and their \`play\` says how still the piece must be held.
\`npm run catalogue:shots\` draws every product with its zones and its closed envelope.

This page is made of \`scripts/samples\` by \`npm run generate\`.
`

/** Text in lines, the first after what begins it. */
const wrapped = (text: string, first: string, indent: string): string => {
  const lines = [first.trimEnd()]
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!
    if (line.length + 1 + word.length <= LINE_WIDTH) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(`${indent}${word}`)
  }
  return lines.join('\n')
}

/** Every rule of a country once, in the order in which its file has them. */
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
    'Read:',
    read.map(({ rule, source }) => wrapped(`${rule} *${source}*`, '- ', '  ')).join('\n'),
    'Not verified:',
    guessed.map(({ rule }) => wrapped(rule, '- ', '  ')).join('\n'),
  ].join('\n\n')
}

/** `docs/postal.md`. */
export const postalDocument = (countries: readonly Country[]): string =>
  `${[head.trim(), ...countries.map(sectionOf)].join('\n\n')}\n`
