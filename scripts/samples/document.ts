import { catalogueOf } from './build.ts'
import type { Country, Source } from './shape.ts'

const LINE_WIDTH = 110

const head = `# Postal data of the samples

The carriers’ rules behind the sample catalogues of countries ([catalogue.md](catalogue.md)): those with a
source, and unverified assumptions.

\`\`\`
lettershop catalogue sample de        # the same information is in \`sources\` of each entry
\`\`\`

**Confirm the rules with your carrier and your printer before you rely on them.** Often the source isn’t the
carrier’s own text but that of a company that follows it, and some are years old. Standards that must be
bought, such as NF Z 11-001, were not read.

- No sample claims presorting, certification or discounts.
- All prices are examples. The carrier’s price of a piece (\`costCents\`) is left open.
- Positions of windows are those on page 1 of the sheet, when it is centred in its envelope. A DL envelope has
  5 mm on each side of a third of A4, and little more above and below; the samples allow for that. Larger
  envelopes have more room than any window tolerates, and their \`play\` limits how far the piece may move.
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

const unverifiedOf = (country: Country): string[] => [
  ...new Set(
    rulesOf(country)
      .filter(({ verified }) => !verified)
      .map(({ rule }) => rule),
  ),
]

/** Maps each unverified rule that several countries have to the names of their samples. */
const sharedRules = (countries: readonly Country[]): Map<string, string[]> => {
  const samples = new Map<string, string[]>()
  for (const country of countries) {
    for (const rule of unverifiedOf(country)) samples.set(rule, [...(samples.get(rule) ?? []), country.name])
  }
  return new Map([...samples].filter(([, names]) => names.length > 1))
}

const sharedSection = (shared: Map<string, string[]>, count: number): string => {
  const lineOf = ([rule, names]: [string, string[]]) =>
    wrapped(
      names.length === count ? rule : `${names.map((name) => `\`${name}\``).join(', ')}: ${rule}`,
      '- ',
      '  ',
    )
  const inAll = [...shared].filter(([, names]) => names.length === count)
  const inSome = [...shared].filter(([, names]) => names.length < count)
  return [
    '## Not verified in several samples',
    'In all of them:',
    inAll.map(lineOf).join('\n'),
    'In the samples named:',
    inSome.map(lineOf).join('\n'),
  ].join('\n\n')
}

const sectionOf = (country: Country, shared: Map<string, string[]>): string => {
  const read = rulesOf(country).filter(({ verified }) => verified)
  const guessed = unverifiedOf(country).filter((rule) => !shared.has(rule))
  const title = new Intl.DisplayNames('en', { type: 'region' }).of(country.code)
  return [
    `## ${title}: \`${country.name}\`, ${country.carrier}`,
    'With a source:',
    read.map(({ rule, source }) => wrapped(`${rule} *${source}*`, '- ', '  ')).join('\n'),
    'Not verified, besides the [rules of several samples](#not-verified-in-several-samples):',
    guessed.map((rule) => wrapped(rule, '- ', '  ')).join('\n'),
  ].join('\n\n')
}

/** Returns the text of `docs/postal.md`. */
export const postalDocument = (countries: readonly Country[]): string => {
  const shared = sharedRules(countries)
  const sections = countries.map((country) => sectionOf(country, shared))
  return `${[head.trim(), sharedSection(shared, countries.length), ...sections].join('\n\n')}\n`
}
