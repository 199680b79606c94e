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
import { defaultPrinterId, printerIdOf, type RunPrinter, withDefaultPrinter } from './default-printer.ts'
import { printerFindings, printerProblems } from './sentences.ts'

/** Each is part of a sentence's code (`no_printer.sheet`). */
type MissingCapability = 'duplex' | 'simplex' | 'sheet' | 'pages'

/**
 * Returns a capability that the sheet needs and the printer lacks. Undeclared capabilities are not checked.
 * `pages` defaults to the minimum, with which some pieces could be printed.
 */
export const missingCapability = (
  { capabilities: { plex, maxSheet, maxPages } }: Pick<PrinterRow, 'capabilities'>,
  { sheet }: Pick<SpecificationRow, 'sheet'>,
  pages = sheet.pages.min,
): MissingCapability | undefined => {
  if (plex && !plex.includes(sheet.plex)) return sheet.plex
  if (maxSheet && !fits(maxSheet, sheet.trim)) return 'sheet'
  if (maxPages !== undefined && pages > maxPages) return 'pages'
  return undefined
}

/** Paper may be rotated. */
const fits = (maximum: { w: number; h: number }, sheet: { w: number; h: number }): boolean =>
  (sheet.w <= maximum.w && sheet.h <= maximum.h) || (sheet.h <= maximum.w && sheet.w <= maximum.h)

/** All printers and rules: there are few, and every choice needs all of them. */
export interface Shop {
  printers: ReadonlyMap<string, PrinterRow>
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
  return { printers: new Map(withDefaultPrinter(printers).map((row) => [row.id, row])), rules }
}

/** What a rule is matched against. */
export interface PrintRequest {
  organisationId: string
  specification: Pick<SpecificationRow, 'id' | 'sheet'>
  /** Pages of the longest piece; undefined if unknown. */
  pages?: number | undefined
  /** Undefined if only the run's printer is known. */
  country?: string
  /** Undefined while the run is open. */
  itemCount?: number
}

/**
 * Returns the printer of a new item's run, null for the default one. Rules that count items apply at
 * hand-over only. Printers that can't print the specification are skipped.
 */
export const printerAtScheduling = (shop: Shop, request: PrintRequest): string | null => {
  const rule = shop.rules.find(({ match }) => match.minItems === undefined && matches(match, request))
  const able = candidatesOf(shop, rule?.printers ?? [], request)
  return rowIdOf(able.find(({ status }) => status === 'ACTIVE') ?? able[0])
}

export interface Choice {
  printers: readonly PrinterRow[]
  /** How long a run waits for an unavailable first printer, in ms from rendering. */
  patienceMs: number
}

/** Returns only the printer chosen by an operator, or else those of the rules, in order. */
export const choiceAtHandOver = (
  shop: Shop,
  run: Pick<RunRow, 'organisationId' | 'printerChosenAt' | 'itemCount'> & RunPrinter,
  specification: PrintRequest['specification'],
  pages?: number,
): Choice => {
  // Rules are applied to the printer that the run was created for; an operator's choice overrides them.
  const own = run.printerChosenAt === null ? (run.printerId ?? defaultPrinterId) : printerIdOf(run)
  const rule = run.printerChosenAt === null ? ruleOf(shop, own, { ...run, specification, pages }) : undefined
  const printers = candidatesOf(shop, rule?.printers ?? [own], { specification, pages })
  return {
    printers: printers.filter(({ status }) => status === 'ACTIVE'),
    patienceMs: (rule?.fallBackMinutes ?? 0) * minuteMs,
  }
}

/**
 * Countries of the run's items are not looked up: a rule for countries applies if the run's printer is its
 * first choice. If it is only a fallback, a rule for all countries with it as first choice comes first,
 * because that rule created the run.
 */
const ruleOf = (shop: Shop, own: string, request: PrintRequest): PrinterRuleRow | undefined => {
  const isFirst = ({ printers }: PrinterRuleRow) => candidatesOf(shop, printers, request)[0]?.id === own
  let asFallback: PrinterRuleRow | undefined
  for (const rule of shop.rules) {
    if (!matches(rule.match, request)) continue
    if (isFirst(rule)) return rule
    if (rule.match.countries === undefined) return asFallback ?? rule
    if (rule.printers.includes(own)) asFallback ??= rule
  }
  return asFallback
}

/** Countries that the rules assign to the run's printer first; undefined for all countries or none. */
export const countriesOfPrinter = (
  shop: Shop,
  run: Pick<RunRow, 'organisationId'> & RunPrinter,
  specification: PrintRequest['specification'],
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
 * Returns the capability that all printers of the organisation lack for the specification, or `any` if they
 * lack different ones. Undefined if one could print it. Ignores countries and item counts.
 */
const commonlyMissing = (shop: Shop, request: PrintRequest): MissingCapability | 'any' | undefined => {
  const ids = shop.rules
    .filter(({ match }) => matches({ ...match, countries: undefined, minItems: undefined }, request))
    .flatMap(({ printers }) => printers)
  const lacks = new Set(
    presentOf(shop, [...ids, defaultPrinterId]).map((printer) =>
      missingCapability(printer, request.specification, request.pages),
    ),
  )
  if (lacks.has(undefined)) return undefined
  const [lack] = lacks
  return lacks.size === 1 ? lack : 'any'
}

/** True if a printer accepts fewer pages than the specification allows. */
export const countsPages = (
  { printers }: Shop,
  { sheet }: Pick<PrintRequest['specification'], 'sheet'>,
): boolean => {
  for (const { capabilities } of printers.values())
    if (capabilities.maxPages !== undefined && capabilities.maxPages < sheet.pages.max) return true
  return false
}

/** Returns those of `ids`, in order, that can print it; without `ids` the default printer, if it can. */
const candidatesOf = (
  shop: Shop,
  ids: readonly string[],
  { specification, pages }: Pick<PrintRequest, 'specification' | 'pages'>,
): PrinterRow[] =>
  presentOf(shop, ids.length === 0 ? [defaultPrinterId] : ids).filter(
    (printer) => missingCapability(printer, specification, pages) === undefined,
  )

const presentOf = ({ printers }: Shop, ids: readonly string[]): PrinterRow[] =>
  ids.flatMap((id) => {
    const printer = printers.get(id)
    return printer && printer.status !== 'ARCHIVED' ? [printer] : []
  })

type Matched = { [Field in keyof PrinterRuleMatch]: PrinterRuleMatch[Field] | undefined }

const matches = (
  match: Matched,
  { organisationId, specification, country, itemCount }: PrintRequest,
): boolean =>
  (match.organisationId === undefined || match.organisationId === organisationId) &&
  (match.specificationId === undefined || match.specificationId === specification.id) &&
  (match.countries === undefined || country === undefined || match.countries.includes(country)) &&
  (match.minItems === undefined || (itemCount !== undefined && itemCount >= match.minItems))

export const rowIdOf = (printer: Pick<PrinterRow, 'id'> | undefined): string | null =>
  printer === undefined || printer.id === defaultPrinterId ? null : printer.id

export interface PrintableInput {
  organisationId: string
  specificationId: string
  pages: number
}

/** Throws 409 if no printer could print a mailing. Paused and unavailable printers count as usable. */
export const assertPrintable = async (
  services: Services,
  rows: Rows,
  { organisationId, specificationId, pages }: PrintableInput,
): Promise<void> => {
  const specification = await specificationOf(services, rows, specificationId)
  if (commonlyMissing(await readShop(rows), { organisationId, specification, pages }) === undefined) return
  throw problem(
    printerProblems.sentence('invalid_state.no_printer_for', { specification: specification.name }),
  )
}

/** Warns if no printer could print it: one may be added. Names none, as customers don't choose printers. */
export const printableFindings = async (
  rows: Rows,
  specification: Pick<SpecificationRow, 'id' | 'name' | 'sheet'>,
  { organisationId, pages }: Pick<PrintableInput, 'organisationId' | 'pages'>,
): Promise<Finding[]> => {
  const lack = commonlyMissing(await readShop(rows), { organisationId, specification, pages })
  if (lack === undefined) return []
  const values = { specification: specification.name }
  const sentence =
    lack === 'pages'
      ? printerFindings.sentence('no_printer.pages', { pages })
      : printerFindings.sentence(`no_printer.${lack}`, values)
  return [finding('warning', sentence)]
}
