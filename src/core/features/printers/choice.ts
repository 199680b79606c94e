import type { CacheKind, Caches } from '../../engine/read-cache.ts'
import type { Services } from '../../engine/services.ts'
import { problem } from '../../kernel/errors.ts'
import { type Finding, finding } from '../../kernel/finding.ts'
import { minuteMs } from '../../kernel/time.ts'
import type { PrinterRow, PrinterRuleMatch, PrinterRuleRow } from '../../model/printers.ts'
import type { SpecificationRow } from '../../model/products.ts'
import type { RunRow } from '../../model/runs.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { specificationOf } from '../products/specifications.ts'
import { defaultPrinterId, printerIdOf, type RunPrinter, withDefault } from './default-printer.ts'
import { printerFindings, printerProblems } from './sentences.ts'

/** What a printer lacks for a specification; a code for each sentence. */
type Lack = 'duplex' | 'simplex' | 'sheet' | 'pages'

/**
 * What the printer lacks to print pieces of the specification; undefined where nothing is known to be
 * missing. What a printer does not say of itself is not checked. `pages`: those that a piece has; where that
 * is not known, the fewest, because some pieces could be printed.
 */
export const lackOf = (
  { capabilities: { plex, maxSheet, maxPages } }: Pick<PrinterRow, 'capabilities'>,
  { sheet }: Pick<SpecificationRow, 'sheet'>,
  pages = sheet.pages.min,
): Lack | undefined => {
  if (plex && !plex.includes(sheet.plex)) return sheet.plex
  if (maxSheet && !fits(maxSheet, sheet.trim)) return 'sheet'
  if (maxPages !== undefined && pages > maxPages) return 'pages'
  return undefined
}

/** Paper may be turned. */
const fits = (room: { w: number; h: number }, sheet: { w: number; h: number }): boolean =>
  (sheet.w <= room.w && sheet.h <= room.h) || (sheet.h <= room.w && sheet.w <= room.h)

/** All printers and rules: there are few, and every choice needs them. */
export interface Shop {
  printers: ReadonlyMap<string, PrinterRow>
  /** In their order. */
  rules: readonly PrinterRuleRow[]
}

const shops: CacheKind<Shop> = { tables: ['printers', 'printerRules'] }

export const shopOf = (caches: Caches, rows: Pick<Rows, 'printers' | 'printerRules'>): Promise<Shop> =>
  caches.of(shops)('', () => readShop(rows))

export const readShop = async (rows: Pick<Rows, 'printers' | 'printerRules'>): Promise<Shop> => {
  const [printers, rules] = await Promise.all([
    rows.printers.find(everyone, {}),
    rows.printerRules.find(everyone, {}, { order: [{ field: 'position' }] }),
  ])
  return { printers: new Map(withDefault(printers).map((row) => [row.id, row])), rules }
}

/** What a rule is compared with. */
export interface Asked {
  organisationId: string
  specification: Pick<SpecificationRow, 'id' | 'sheet'>
  /** How many pages the piece has, or the longest of several; undefined where that is not known. */
  pages?: number | undefined
  /** The recipient's country; undefined where the run's own printer stands for it. */
  country?: string
  /** How many items the run has; undefined while it still takes some. */
  itemCount?: number
}

/**
 * The printer of a new item's run, as its rules say; null for the one of the server's own settings. A rule
 * that counts items is left for the hand-over. A printer that cannot print the specification is passed over.
 */
export const printerAtScheduling = (shop: Shop, asked: Asked): string | null => {
  const rule = shop.rules.find(({ match }) => match.minItems === undefined && matches(match, asked))
  const able = candidatesOf(shop, rule?.printers ?? [], asked)
  return rowIdOf(able.find(({ status }) => status === 'ACTIVE') ?? able[0])
}

/** Which printers may print a rendered run, in order. */
export interface Choice {
  printers: readonly PrinterRow[]
  /** How long a run keeps to its first printer while that is away, in ms from being rendered. */
  patienceMs: number
}

/**
 * The printers of a run that is about to be handed over. One that an operator chose is the only one, for the
 * others the rules are looked at again.
 */
export const choiceAtHandOver = (
  shop: Shop,
  run: Pick<RunRow, 'organisationId' | 'printerChosenAt' | 'itemCount'> & RunPrinter,
  specification: Asked['specification'],
  pages?: number,
): Choice => {
  // By their rule runs are looked at as they were made; what an operator chose stands.
  const own = run.printerChosenAt === null ? (run.printerId ?? defaultPrinterId) : printerIdOf(run)
  const rule = run.printerChosenAt === null ? ruleOf(shop, own, { ...run, specification, pages }) : undefined
  const printers = candidatesOf(shop, rule?.printers ?? [own], { specification, pages })
  return {
    printers: printers.filter(({ status }) => status === 'ACTIVE'),
    patienceMs: (rule?.fallBackMinutes ?? 0) * minuteMs,
  }
}

/**
 * The rule of a run that has a printer. Which countries its items go to is not looked up: a rule for countries
 * holds where the run's own printer is its first choice. Where it only stands in there, a rule for all
 * countries comes first whose choice it is, because the run was made by that.
 */
const ruleOf = (shop: Shop, own: string, asked: Asked): PrinterRuleRow | undefined => {
  const isFirst = ({ printers }: PrinterRuleRow) => candidatesOf(shop, printers, asked)[0]?.id === own
  let standsIn: PrinterRuleRow | undefined
  for (const rule of shop.rules) {
    if (!matches(rule.match, asked)) continue
    if (isFirst(rule)) return rule
    if (rule.match.countries === undefined) return standsIn ?? rule
    if (rule.printers.includes(own)) standsIn ??= rule
  }
  return standsIn
}

/**
 * The countries whose mail the rules give to the run's own printer first; undefined where they give it that of
 * all, or none of any.
 */
export const countriesOfPrinter = (
  shop: Shop,
  run: Pick<RunRow, 'organisationId'> & RunPrinter,
  specification: Asked['specification'],
  pages?: number,
): string[] | undefined => {
  const own = run.printerId ?? defaultPrinterId
  const { organisationId } = run
  const rules = shop.rules.filter(
    ({ match, printers }) =>
      matches({ ...match, minItems: undefined }, { organisationId, specification }) &&
      candidatesOf(shop, printers, { specification, pages })[0]?.id === own,
  )
  if (rules.length === 0 || rules.some(({ match }) => match.countries === undefined)) return undefined
  return rules.flatMap(({ match }) => match.countries!)
}

/**
 * What keeps every printer from printing the specification for an organisation, whatever its rules count:
 * what all of them lack, or `any` where each lacks something else. Undefined where one could print it.
 */
const lackOfAll = (shop: Shop, asked: Asked): Lack | 'any' | undefined => {
  const ids = shop.rules
    .filter(({ match }) => matches({ ...match, countries: undefined, minItems: undefined }, asked))
    .flatMap(({ printers }) => printers)
  const lacks = new Set(
    presentOf(shop, [...ids, defaultPrinterId]).map((printer) =>
      lackOf(printer, asked.specification, asked.pages),
    ),
  )
  if (lacks.has(undefined)) return undefined
  const [lack] = lacks
  return lacks.size === 1 ? lack : 'any'
}

/** Whether it matters how many pages a piece has: a printer takes fewer than the specification. */
export const countsPages = (
  { printers }: Shop,
  { sheet }: Pick<Asked['specification'], 'sheet'>,
): boolean => {
  for (const { capabilities } of printers.values())
    if (capabilities.maxPages !== undefined && capabilities.maxPages < sheet.pages.max) return true
  return false
}

/** Of these printers, those that are there and can print it. Without any the default one is asked. */
const candidatesOf = (
  shop: Shop,
  ids: readonly string[],
  { specification, pages }: Pick<Asked, 'specification' | 'pages'>,
): PrinterRow[] =>
  presentOf(shop, ids.length === 0 ? [defaultPrinterId] : ids).filter(
    (printer) => lackOf(printer, specification, pages) === undefined,
  )

const presentOf = ({ printers }: Shop, ids: readonly string[]): PrinterRow[] =>
  ids.flatMap((id) => {
    const printer = printers.get(id)
    return printer && printer.status !== 'ARCHIVED' ? [printer] : []
  })

type Matched = { [Field in keyof PrinterRuleMatch]: PrinterRuleMatch[Field] | undefined }

const matches = (match: Matched, { organisationId, specification, country, itemCount }: Asked): boolean =>
  (match.organisationId === undefined || match.organisationId === organisationId) &&
  (match.specificationId === undefined || match.specificationId === specification.id) &&
  (match.countries === undefined || country === undefined || match.countries.includes(country)) &&
  (match.minItems === undefined || (itemCount !== undefined && itemCount >= match.minItems))

/** How a run's row names a printer. */
export const rowIdOf = (printer: Pick<PrinterRow, 'id'> | undefined): string | null =>
  printer === undefined || printer.id === defaultPrinterId ? null : printer.id

/** Pieces that somebody wants to have printed. */
export interface Wanted {
  organisationId: string
  specificationId: string
  /** How many pages each of them has. */
  pages: number
}

/**
 * Throws 409 where no printer could print the pieces for the organisation, before a mailing begins that would
 * wait for ever. Whether one is paused or away now does not matter.
 */
export const assertPrintable = async (
  services: Services,
  rows: Rows,
  { organisationId, specificationId, pages }: Wanted,
): Promise<void> => {
  const specification = await specificationOf(services, rows, specificationId)
  if (lackOfAll(await readShop(rows), { organisationId, specification, pages }) === undefined) return
  throw problem(printerProblems.say('invalid_state.no_printer_for', { specification: specification.name }))
}

/**
 * The same for a design: a warning, because nothing is wrong with the design, and the printer may come before
 * its mailing does. No printer is named: which there are is the shop's affair.
 */
export const printableFindings = async (
  rows: Rows,
  specification: Pick<SpecificationRow, 'id' | 'name' | 'sheet'>,
  { organisationId, pages }: Pick<Wanted, 'organisationId' | 'pages'>,
): Promise<Finding[]> => {
  const lack = lackOfAll(await readShop(rows), { organisationId, specification, pages })
  if (lack === undefined) return []
  const values = { specification: specification.name }
  const said =
    lack === 'pages'
      ? printerFindings.say('no_printer.pages', { pages })
      : printerFindings.say(`no_printer.${lack}`, values)
  return [finding('warning', said)]
}
