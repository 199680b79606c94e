import type { CatalogueCheck, CataloguePart, CatalogueSaving } from '../../../engine/catalogue-part.ts'
import { given, isNotNull, oneOf } from '../../../kernel/query.ts'
import { saidAlone } from '../../../kernel/sentences.ts'
import type { PrinterRuleRow } from '../../../model/printers.ts'
import { everyone, type Rows } from '../../../ports/store.ts'
import { same } from '../../products/catalogue/changes.ts'
import {
  type PrinterEntry,
  type PrinterRuleEntry,
  printerLimits,
  printerRuleEntry,
} from '../../products/catalogue/printer-entries.ts'
import { readShop } from '../choice.ts'
import { replaceRules, unreachableRules, wrongInRules } from '../rules.ts'
import { mostPagesOfEach } from '../run-pages.ts'
import { printerSentences } from '../sentences.ts'
import { tellMovedRuns, type WaitingRuns, waitingRuns } from './moved-runs.ts'
import { tellRuleChanges } from './rule-changes.ts'
import { asInput, type Known, shopOfFile } from './shop-of-file.ts'
import { assertUnchanged } from './unchanged.ts'

const name = 'printerRules'

/** What the check of rules wants to know of the instance. */
interface RuleFacts extends Known, WaitingRuns {
  organisations: ReadonlySet<string>
}

/** The rules that choose a printer, in their order. */
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
      pages: counts ? await mostPagesOfEach(rows, runs) : new Map(),
    }
  },
  *check(check) {
    yield
    const facts = check.facts.more[name] as RuleFacts
    const next = shopOfFile(check.next, facts)
    reportRules(check, next, facts)
    const { [name]: before = [] } = check.facts.present.parts
    const { [name]: after = [] } = check.next.parts
    tellRuleChanges(check, before as never, after as never)
    yield* tellMovedRuns(check, facts, next.shop)
  },
  movesMail: ({ before, next }) => !same(before.parts[name], next.parts[name]),
  save,
}

/** What the file does not touch is told and keeps nothing from being imported. */
const reportRules = (
  check: CatalogueCheck,
  { shop, rules, specifications }: ReturnType<typeof shopOfFile>,
  { organisations }: RuleFacts,
): void => {
  const severity = check.absent.has(name) && check.absent.has('printers') ? 'warning' : 'error'
  for (const error of wrongInRules(rules, { shop, specifications, organisations })) {
    const place = error.parameter
      .replace('organisationId', 'organisation')
      .replace('specificationId', 'specification')
      .split(/[.[\]]+/)
      .slice(1)
      .filter((part) => part !== '')
      .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
    check.report(place, saidAlone(error), severity)
  }
  for (const { at, other } of unreachableRules(rules))
    check.report([at], printerSentences.say('unreachable.rule', { other: other + 1 }), 'warning')
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
  // Held as `printerRules.put` holds them, so that two that replace them do so one after the other.
  await rows.printerRules.find(everyone, {}, { lock: 'wait' })
  // Keys are looked up anew: the printers of the file stand before it and have ids by now.
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
