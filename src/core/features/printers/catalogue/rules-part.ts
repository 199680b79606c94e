import type { CatalogueCheck, CataloguePart, CatalogueSaving } from '../../../engine/catalogue-part.ts'
import { given, isNotNull, oneOf } from '../../../kernel/query.ts'
import { plainSentence } from '../../../kernel/sentences.ts'
import type { PrinterRuleRow } from '../../../model/printers.ts'
import type { RunRow } from '../../../model/runs.ts'
import { everyone, type Rows } from '../../../ports/store.ts'
import { assertUnchanged, same } from '../../products/catalogue/changes.ts'
import {
  type PrinterEntry,
  type PrinterRuleEntry,
  printerLimits,
  printerRuleEntry,
} from '../../products/catalogue/entries/printer-entries.ts'
import { catalogueChangeSentences } from '../../products/sentences.ts'
import { choiceAtHandOver, countriesOfPrinter, type PrintRequest, readShop, type Shop } from '../choice.ts'
import { replaceRules, ruleErrors, unreachableRules } from '../rules.ts'
import { maxPagesOfEach } from '../run-pages.ts'
import { printerSentences } from '../sentences.ts'
import { asInput, type InstanceEntries, shopOfFile } from './shop-of-file.ts'

const { sentence } = catalogueChangeSentences

/** Maximum number of runs to list; further ones are counted. */
const named = 50

/** Live runs before their hand-over; `pages` of the longest piece by run id, if a printer limits pages. */
interface WaitingRuns {
  runs: readonly RunRow[]
  pages: ReadonlyMap<string, number>
}

/** Returns live runs before the start of their hand-over. */
const waitingRuns = (rows: Rows): Promise<RunRow[]> =>
  rows.runs.find(everyone, {
    mode: 'live',
    status: oneOf(['OPEN', 'CUTOFF_REACHED', 'RENDERING', 'RENDERED']),
  })

/** Reports runs that change printer, or keep theirs though the rules assign some countries to another. */
function* reportMovedRuns(
  check: CatalogueCheck,
  { shop, specifications, runs, pages }: InstanceEntries & WaitingRuns,
  next: Shop,
): Generator<void> {
  const byId = new Map([...specifications.values()].map((row) => [row.id, row]))
  let moved = 0
  for (const run of runs) {
    yield
    const specification = byId.get(run.specificationId)
    if (!specification) continue
    const most = pages.get(run.id)
    const goesTo = (to: Shop) => choiceAtHandOver(to, run, specification, most).printers[0]
    const [before, after] = [goesTo(shop), goesTo(next)]
    if (!before) continue
    const isKept = before.id === after?.id
    const lost = isKept ? lostCountries(run, { specification, pages: most }, shop, next) : []
    if (isKept && lost.length === 0) continue
    moved += 1
    if (moved > named) continue
    if (isKept) {
      const kept = { run: run.id, count: run.itemCount, printer: before.key, countries: lost.join(', ') }
      check.change(before.key, sentence('catalogue_change.run_keeps_printer', kept))
      continue
    }
    const params = { run: run.id, count: run.itemCount, before: before.key }
    check.change(
      after?.key ?? before.key,
      after
        ? sentence('catalogue_change.run_printer', { ...params, printer: after.key })
        : sentence('catalogue_change.run_waits', params),
    )
  }
  if (moved > named) check.change('', sentence('catalogue_change.more_runs', { count: moved - named }))
}

/** Countries that the file's rules no longer assign to the run's printer. */
const lostCountries = (
  run: RunRow,
  { specification, pages }: Pick<PrintRequest, 'specification' | 'pages'>,
  before: Shop,
  after: Shop,
): string[] => {
  if (run.printerChosenAt !== null) return []
  const kept = countriesOfPrinter(after, run, specification, pages)
  const had = countriesOfPrinter(before, run, specification, pages)
  return kept && had ? [...new Set(had)].filter((country) => !kept.includes(country)) : []
}

/** Reports changed rules. They have no keys: equal ones at both ends are skipped, others paired in order. */
const reportRuleChanges = (
  check: CatalogueCheck,
  before: readonly PrinterRuleEntry[],
  after: readonly PrinterRuleEntry[],
): void => {
  const isSame = (was: PrinterRuleEntry | undefined, is: PrinterRuleEntry | undefined) =>
    was !== undefined && is !== undefined && formatRule(was) === formatRule(is) && same(was.match, is.match)
  const shortest = Math.min(before.length, after.length)
  let start = 0
  while (start < shortest && isSame(before[start], after[start])) start += 1
  let end = 0
  while (end < shortest - start && isSame(before.at(-1 - end), after.at(-1 - end))) end += 1
  const was = before.slice(start, before.length - end)
  const is = after.slice(start, after.length - end)
  for (let at = 0; at < Math.max(was.length, is.length); at++) {
    const number = start + at + 1
    const [old, now] = [was[at], is[at]]
    if (isSame(old, now)) continue
    if (old && now)
      check.change(
        '',
        sentence('catalogue_change.rule', { number, rule: formatRule(now), before: formatRule(old) }),
      )
    else if (now) check.change('', sentence('catalogue_change.new_rule', { number, rule: formatRule(now) }))
    else if (old)
      check.change('', sentence('catalogue_change.rule_gone', { number, before: formatRule(old) }))
  }
}

/** `letter-c5 · FR BE · ≥ 100 → leeds, default (15 min)`: symbols serve all languages. */
const formatRule = ({ match, printers, fallBackMinutes }: PrinterRuleEntry): string => {
  const { organisation, specification, countries, minItems } = match
  const conditions = [organisation, specification, countries?.join(' '), minItems && `≥ ${minItems}`]
  const matched = conditions.filter(Boolean).join(' · ') || '*'
  const waits = printers.length > 1 ? ` (${fallBackMinutes} min)` : ''
  return `${matched} → ${printers.join(', ')}${waits}`
}

const name = 'printerRules'

/** Facts of the instance for the check of rules. */
interface RuleFacts extends InstanceEntries, WaitingRuns {
  organisations: ReadonlySet<string>
}

export const printerRulesPart: CataloguePart = {
  name,
  noun: 'printer',
  schema: printerRuleEntry as unknown as CataloguePart['schema'],
  limit: printerLimits.rules,
  permission: 'printers.manage',
  optional: true,
  ordered: true,
  read: readEntries,
  async gather(rows, next): Promise<RuleFacts> {
    const named = [...(next.parts[name] ?? []), ...(await readEntries(rows))].flatMap(
      (entry) => (entry as unknown as PrinterRuleEntry).match.organisation ?? [],
    )
    const found = await rows.organisations.find(everyone, { id: oneOf([...new Set(named)]) })
    const specifications = await rows.specifications.find(everyone, {})
    const shop = await readShop(rows)
    const runs = await waitingRuns(rows)
    const printers = [...shop.printers.values(), ...((next.parts.printers ?? []) as readonly PrinterEntry[])]
    const counts = printers.some(({ capabilities }) => capabilities?.maxPages !== undefined)
    return {
      shop,
      specifications: new Map(specifications.map((row) => [row.key ?? row.id, row])),
      organisations: new Set(found.map(({ id }) => id)),
      runs,
      pages: counts ? await maxPagesOfEach(rows, runs) : new Map(),
    }
  },
  *check(check) {
    yield
    const facts = check.facts.more[name] as RuleFacts
    const next = shopOfFile(check.next, facts)
    reportRules(check, next, facts)
    const { [name]: before = [] } = check.facts.present.parts
    const { [name]: after = [] } = check.next.parts
    reportRuleChanges(check, before as never, after as never)
    yield* reportMovedRuns(check, facts, next.shop)
  },
  movesMail: ({ before, next }) => !same(before.parts[name], next.parts[name]),
  save,
}

/** Errors in rules that the file leaves unchanged are only warnings. */
const reportRules = (
  check: CatalogueCheck,
  { shop, rules, specifications }: ReturnType<typeof shopOfFile>,
  { organisations }: RuleFacts,
): void => {
  const severity = check.absent.has(name) && check.absent.has('printers') ? 'warning' : 'error'
  for (const error of ruleErrors(rules, { shop, specifications, organisations })) {
    const place = error.parameter
      .replace('organisationId', 'organisation')
      .replace('specificationId', 'specification')
      .split(/[.[\]]+/)
      .slice(1)
      .filter((part) => part !== '')
      .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
    check.report(place, plainSentence(error), severity)
  }
  for (const { at, other } of unreachableRules(rules))
    check.report([at], printerSentences.sentence('unreachable.rule', { other: other + 1 }), 'warning')
}

async function readEntries(rows: Rows): Promise<(PrinterRuleEntry & { key: string })[]> {
  const { printers, rules } = await readShop(rows)
  const specifications = await rows.specifications.find(everyone, { key: isNotNull })
  const keys = new Map(specifications.map(({ id, key }) => [id, key!]))
  return rules.map((rule, index) => ({
    key: String(index + 1),
    match: matchOf(rule, keys),
    printers: rule.printers.map((id) => printers.get(id)?.key ?? id),
    fallBackMinutes: rule.fallBackMinutes,
  }))
}

const matchOf = (
  { match: { organisationId, specificationId, ...match } }: PrinterRuleRow,
  keys: ReadonlyMap<string, string>,
) =>
  given({
    organisation: organisationId,
    specification: specificationId && (keys.get(specificationId) ?? specificationId),
    ...match,
  }) as PrinterRuleEntry['match']

async function save({ ids, rows, now, before, next }: CatalogueSaving): Promise<boolean> {
  if (same(before.parts[name], next.parts[name])) return false
  // Locked as by `printerRules.put`, so that concurrent replacements are serialised.
  await rows.printerRules.find(everyone, {}, { lock: 'wait' })
  // Looked up again, because printers of the file have their ids by now.
  const { printers } = await readShop(rows)
  const printerIds = new Map([...printers.values()].map(({ id, key }) => [key, id]))
  await assertUnchanged(rows, before, printerRulesPart)
  const specifications = await rows.specifications.find(everyone, {})
  const specificationIds = new Map(specifications.map(({ id, key }) => [key, id]))
  const input = asInput(next, {
    printer: (key) => printerIds.get(key) ?? key,
    specification: (key) => specificationIds.get(key) ?? key,
  })
  await replaceRules(ids, rows, input, now)
  return true
}
