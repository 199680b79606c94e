import { isCountry, meantCountry } from '../../address/index.ts'
import type { Ids } from '../../engine/ids.ts'
import type { Services } from '../../engine/services.ts'
import { asError, type ParameterError, validationFailed } from '../../kernel/errors.ts'
import { given } from '../../kernel/query.ts'
import type { PrinterRuleMatch, PrinterRuleRow } from '../../model/printers.ts'
import type { SpecificationRow } from '../../model/products.ts'
import { everyone, type Rows, type WritableRows } from '../../ports/store.ts'
import { same } from '../products/catalogue/changes.ts'
import { incrementRevision } from '../products/current-catalogue.ts'
import { missingCapability, readShop, type Shop } from './choice.ts'
import type { PrinterRulesInput } from './schema.ts'
import { printerSentences } from './sentences.ts'

const { sentence } = printerSentences

export const rulesToWire = (rules: readonly PrinterRuleRow[]) => ({
  rules: rules.map(({ match, printers, fallBackMinutes }) => ({ match, printers, fallBackMinutes })),
})

/** Known entities that rules may refer to. */
export interface RuleFacts {
  shop: Shop
  specifications: ReadonlyMap<string, Pick<SpecificationRow, 'name' | 'sheet'>>
  organisations: ReadonlySet<string>
}

/** Returns the errors in rules. A rule for one specification must name only printers that can print it. */
export const ruleErrors = (
  { rules }: PrinterRulesInput,
  { shop, specifications, organisations }: RuleFacts,
): ParameterError[] =>
  rules.flatMap(({ match, printers }, at) => {
    const errors: ParameterError[] = []
    const { organisationId, specificationId } = match
    const specification = specifications.get(specificationId ?? '')
    if (organisationId !== undefined && !organisations.has(organisationId)) {
      const unknown = sentence('unknown.rule_organisation', { organisation: organisationId })
      errors.push(asError(unknown, `rules[${at}].match.organisationId`))
    }
    if (specificationId !== undefined && !specification) {
      const unknown = sentence('unknown.rule_specification', { specification: specificationId })
      errors.push(asError(unknown, `rules[${at}].match.specificationId`))
    }
    for (const [index, country] of (match.countries ?? []).entries()) {
      if (isCountry(country)) continue
      const unknown = sentence('unknown.rule_country', { country, meant: meantCountry(country) })
      errors.push(asError(unknown, `rules[${at}].match.countries[${index}]`))
    }
    printers.forEach((id, index) => {
      const place = `rules[${at}].printers[${index}]`
      const printer = shop.printers.get(id)
      if (!printer) {
        errors.push(asError(unknownPrinter(shop, id), place))
        return
      }
      if (printer.status === 'ARCHIVED') {
        errors.push(asError(sentence('archived.printer', { printer: printer.key }), place))
      }
      if (printers.indexOf(id) < index) {
        errors.push(asError(sentence('repeated.printer', { printer: printer.key }), place))
      }
      const lack = specification && missingCapability(printer, specification)
      if (lack) {
        const values = { printer: printer.key, specification: specification.name }
        errors.push(asError(sentence(`lacks.${lack}`, values), place))
      }
    })
    return errors
  })

/** Recognises a printer's key where its id is required, an easy mistake because catalogue files use keys. */
const unknownPrinter = ({ printers }: Shop, name: string) => {
  const meant = [...printers.values()].find(({ key }) => key === name)
  return meant
    ? sentence('unknown.printer_key', { printer: name, id: meant.id })
    : sentence('unknown.printer', { printer: name })
}

/**
 * Finds rules that never apply, because an earlier one matches everything that they match. A rule that counts
 * items applies at hand-over, where earlier rules for all countries still come first.
 */
export const unreachableRules = ({ rules }: PrinterRulesInput): { at: number; other: number }[] =>
  rules.flatMap(({ match }, at) => {
    const other = rules.slice(0, at).findIndex((before) => covers(before.match, match))
    return other === -1 ? [] : [{ at, other }]
  })

const covers = (wide: RuleMatch, narrow: RuleMatch): boolean =>
  wide.minItems === undefined &&
  (wide.organisationId === undefined || wide.organisationId === narrow.organisationId) &&
  (wide.specificationId === undefined || wide.specificationId === narrow.specificationId) &&
  (wide.countries === undefined ||
    (narrow.minItems === undefined &&
      narrow.countries?.every((country) => wide.countries!.includes(country)) === true))
type RuleMatch = PrinterRulesInput['rules'][number]['match']

const factsFor = async (rows: Rows, { rules }: PrinterRulesInput): Promise<RuleFacts> => {
  const specifications = await rows.specifications.find(everyone, {})
  const organisations = new Set<string>()
  for (const { match } of rules) {
    if (match.organisationId === undefined || organisations.has(match.organisationId)) continue
    // Read without a lock: the rules name an organisation but don't change it.
    const known = await rows.organisations.get(everyone, match.organisationId, { lock: 'none' })
    if (known) organisations.add(match.organisationId)
  }
  return {
    shop: await readShop(rows),
    specifications: new Map(specifications.map((row) => [row.id, row])),
    organisations,
  }
}

export const rulesDiffer = async (
  rows: WritableRows,
  rules: PrinterRulesInput['rules'],
): Promise<boolean> => {
  const present = (await readShop(rows)).rules
  return !same(
    rulesToWire(present).rules,
    rules.map(({ match, ...rule }) => ({ ...rule, match: given(match) })),
  )
}

export const putRules = async (
  services: Services,
  rows: WritableRows,
  input: PrinterRulesInput,
): Promise<PrinterRuleRow[]> => {
  const errors = ruleErrors(input, await factsFor(rows, input))
  if (errors.length > 0) throw validationFailed(errors)
  const made = await replaceRules(services.ids, rows, input, services.clock.now())
  await incrementRevision(services, rows)
  return made
}

/** Replaces all rules by checked ones. */
export const replaceRules = async (
  ids: Ids,
  rows: WritableRows,
  { rules }: PrinterRulesInput,
  now: number,
): Promise<PrinterRuleRow[]> => {
  const made = rules.map(
    ({ match, printers, fallBackMinutes }, position): PrinterRuleRow => ({
      id: ids.next('prr'),
      position,
      match: given(match) as PrinterRuleMatch,
      printers,
      fallBackMinutes,
      createdAt: now,
    }),
  )
  // Locked, so that concurrent replacements are serialised.
  await rows.printerRules.find(everyone, {}, { lock: 'wait' })
  await rows.printerRules.remove(everyone, {})
  if (made.length > 0) await rows.printerRules.insertMany(made)
  return made
}
