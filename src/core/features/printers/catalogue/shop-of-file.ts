import type { CatalogueDocument } from '../../../engine/catalogue-part.ts'
import { given } from '../../../kernel/query.ts'
import type { PrinterRow, PrinterRuleMatch, PrinterRuleRow } from '../../../model/printers.ts'
import type { SpecificationRow } from '../../../model/products.ts'
import type { SpecificationEntry } from '../../products/catalogue/entries/entry-schemas.ts'
import type { PrinterEntry, PrinterRuleEntry } from '../../products/catalogue/entries/printer-entries.ts'
import type { Shop } from '../choice.ts'
import type { PrinterRulesInput } from '../schema.ts'

/** Entries of the instance, to convert rules between keys and ids. */
export interface InstanceEntries {
  shop: Shop
  /** Keyed by the specification's key. */
  specifications: ReadonlyMap<string, Pick<SpecificationRow, 'id' | 'sheet'>>
}

/** Returns the printers and rules of a file by the instance's ids; new entries are named by their key. */
export const shopOfFile = (next: CatalogueDocument, known: InstanceEntries) => {
  const present = new Map([...known.shop.printers.values()].map((row) => [row.key, row]))
  const printers = new Map<string, PrinterRow>()
  for (const entry of (next.parts.printers ?? []) as readonly PrinterEntry[]) {
    const row = present.get(entry.key)
    printers.set(row?.id ?? entry.key, asRow(entry, row))
  }
  const rules = asInput(next, {
    printer: (key) => present.get(key)?.id ?? key,
    specification: (key) => known.specifications.get(key)?.id ?? key,
  })
  const shop: Shop = {
    printers,
    rules: rules.rules.map(
      (rule, position): PrinterRuleRow => ({
        ...rule,
        id: String(position),
        position,
        match: given(rule.match) as PrinterRuleMatch,
        createdAt: 0,
      }),
    ),
  }
  return { shop, rules, specifications: sheetsOf(next, known) }
}

/** Returns the rules of a file with ids instead of keys. */
export const asInput = (
  { parts }: CatalogueDocument,
  ids: { printer(key: string): string; specification(key: string): string },
): PrinterRulesInput => ({
  rules: ((parts.printerRules ?? []) as unknown as readonly PrinterRuleEntry[]).map(
    ({ match: { organisation, specification, ...match }, printers, fallBackMinutes }) => ({
      match: given({
        ...match,
        organisationId: organisation,
        specificationId: specification && ids.specification(specification),
      }),
      printers: printers.map(ids.printer),
      fallBackMinutes,
    }),
  ),
})

const asRow = (entry: PrinterEntry, row: PrinterRow | undefined): PrinterRow => {
  const status: PrinterRow['status'] = row?.status === 'PAUSED' ? 'PAUSED' : 'ACTIVE'
  const fields = {
    key: entry.key,
    name: entry.name,
    kind: entry.kind,
    settings: entry.settings as PrinterRow['settings'],
    capabilities: given(entry.capabilities ?? {}) as PrinterRow['capabilities'],
    status: (entry.archived ? 'ARCHIVED' : status) as PrinterRow['status'],
  }
  const made = {
    secret: null,
    secretFor: null,
    secretReference: null,
    health: null,
    revision: 1,
    createdAt: 0,
    updatedAt: 0,
  }
  return { id: entry.key, ...made, ...row, ...fields }
}

const sheetsOf = ({ parts }: CatalogueDocument, { specifications }: InstanceEntries) =>
  new Map(
    ((parts.specifications ?? []) as readonly SpecificationEntry[]).map(({ key, sheet }) => [
      specifications.get(key)?.id ?? key,
      { name: key, sheet: sheet as unknown as SpecificationRow['sheet'] },
    ]),
  )
