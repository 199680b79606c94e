import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../docs/decisions')

/** In the order of the index. */
const areas = [
  'Core, build and libraries',
  'The API',
  'Storage',
  'Several servers',
  'Jobs and the event loop',
  'Items, Postflows and Postbatches',
  'Lists of recipients and connectors',
  'Products and prices',
  'Templates, uploads and assets',
  'Runs, packages and printers',
  'Webhooks',
  'Billing',
  'Suppressions',
  'Analytics and scans',
  'Evidence and privacy',
  'People, keys and security',
  'Operation and support',
  'Portal',
  'Tests',
] as const

interface Decision {
  number: number
  name: string
  title: string
  /** `in force`, `amended by [51](…)` or `replaced by [51](…)`. */
  status: string
  area: string
}

const readDecision = (name: string): Decision => {
  const text = readFileSync(join(folder, name), 'utf8')
  const [, number, title] = /^# (\d+)\. (.+)\n/.exec(text) ?? []
  const [, line] = /\n\n\*\*Status:\*\* ((?:.+\n)+)/.exec(text) ?? []
  const [, status, area] = /^(.+) · \*\*Area:\*\* (.+)$/.exec(line?.trim().replaceAll('\n', ' ') ?? '') ?? []
  if (Number(number) !== Number(name.slice(0, 4)) || title === undefined) {
    throw new Error(
      `docs/decisions/${name} has to begin with “# ${Number(name.slice(0, 4))}. ” and its title.`,
    )
  }
  if (status === undefined || !areas.some((one) => one === area)) {
    throw new Error(
      `docs/decisions/${name} needs a line below its title: “**Status:** in force · **Area:** ${areas[0]}”, ` +
        `with one of the areas ${areas.join('; ')}.`,
    )
  }
  return { number: Number(number), name, title, status, area: area! }
}

/**
 * Every decision by its number. Throws for one without a title, status or area, and for a number taken twice.
 */
export const readDecisions = (): readonly Decision[] => {
  const names = readdirSync(folder).filter((name) => name !== 'README.md')
  const decisions = names.map(readDecision).toSorted((a, b) => a.number - b.number)
  const twice = decisions.find(({ number }, at) => decisions[at + 1]?.number === number)
  if (twice) throw new Error(`Two decisions have the number ${twice.number}: take the next free one.`)
  return decisions
}

const head = `# Decisions

Why the program is as it is: what was decided, for which reason, and what was left aside. A decision is *in
force*, or *amended by* or *replaced by* a later one, which then counts where the two differ. What must hold
for callers is in [api-rules.md](../api-rules.md), the rules of the code in [design.md](../design.md).

A new decision takes the next free number and says below its title what it is and where it belongs:
\`**Status:** in force · **Area:** Storage\`. \`npm run generate\` writes this index.
`

/** A status without links to notes that a page of docs/design has replaced. */
const withoutLost = (status: string): string =>
  status.replaceAll(/\[(\d+)\]\((\S+?)\)/g, (link, number, name) =>
    existsSync(join(folder, name)) ? link : number,
  )

/** The text of docs/decisions/README.md. */
export const decisionsIndex = (): string => {
  const decisions = readDecisions()
  const tables = areas.map((area) => {
    const rows = decisions
      .filter((decision) => decision.area === area)
      .map(
        ({ number, title, name, status }) => `| ${number} | [${title}](${name}) | ${withoutLost(status)} |\n`,
      )
    if (rows.length === 0) return ''
    return `\n## ${area}\n\n| | Decision | Status |\n|---|---|---|\n${rows.join('')}`
  })
  return head + tables.join('')
}
