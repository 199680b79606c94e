import * as v from 'valibot'
import { parse } from '../../../engine/validate.ts'
import { given } from '../../../kernel/query.ts'
import { paramsSchema } from '../../../kernel/sentence-schema.ts'
import { checkedByHandler, described, fields, named, namedObject } from '../../../kernel/wire-schema.ts'
import { proofFields, proofSchema } from '../../people/sessions/sign-in.ts'
import { fileSchema } from './document.ts'
import {
  calendarEntry,
  countryZonesEntry,
  currencyCode,
  postageEntry,
  priceListEntry,
  productEntry,
  specificationEntry,
  stockEntry,
} from './entries/entry-schemas.ts'
import { costEntry, printerEntry, printerRuleEntry } from './entries/printer-entries.ts'
import { returnCodeEntry } from './entries/return-code-entry.ts'

const list = <S extends v.GenericSchema>(entry: S, about: string) =>
  described(v.optional(v.array(entry)), about)

/** Fields of a catalogue file, including the parts that other features check and store. */
export const fileEntries = {
  schema: described(v.literal(fileSchema), 'Identifies the file format.'),
  currency: described(
    currencyCode,
    'The currency of the instance. It is fixed once money was counted in it.',
  ),
  products: list(productEntry, 'Kinds of mail.'),
  stocks: list(stockEntry, 'Papers.'),
  postageProducts: list(postageEntry, 'Postage products.'),
  calendars: list(calendarEntry, 'Schedules of cutoffs.'),
  countryZones: list(countryZonesEntry, 'Countries grouped by price.'),
  priceLists: list(priceListEntry, 'Prices.'),
  specifications: list(specificationEntry, 'Specifications of products.'),
  costs: list(
    costEntry,
    'Production costs of the shop, visible to operators only. A file without this list leaves them unchanged.',
  ),
  printers: list(printerEntry, 'Printers. A file without this list leaves them unchanged.'),
  printerRules: list(
    printerRuleEntry,
    'Printer rules: the first rule that matches a run applies. A file without this list leaves them unchanged.',
  ),
  returnCodes: list(
    returnCodeEntry,
    'The table of carriers’ return codes. A file without this list leaves it unchanged.',
  ),
}

export const catalogueFile = namedObject(
  'CatalogueFile',
  'Everything that a print shop sells: products with specifications, prices, papers, postage, cutoffs and country zones. Entries refer to one another by key.',
  fileEntries,
)

/**
 * `checkCatalogue` checks the file entry by entry and yields: a large one must not block other requests. The
 * portal also sends the user's password.
 */
export const catalogueImport = checkedByHandler(
  v.union([
    catalogueFile,
    namedObject(
      'ProvenCatalogueFile',
      'A catalogue with the password of the user who imports it in the portal.',
      {
        ...fileEntries,
        ...proofFields,
      },
    ),
  ]),
)

/** Separates the file from the user's proof. Throws 422 if the proof is malformed. */
export const parted = (body: unknown) => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { file: body, sent: {} }
  const { currentPassword, code, ...file } = body as Record<string, unknown>
  return { file, sent: parse(proofSchema, given({ currentPassword, code }), 'body') }
}

/** Any object is accepted, because the check itself reports what is wrong. */
export const catalogueDraft = named(
  'CatalogueDraft',
  'A catalogue as described by `CatalogueFile`, possibly incomplete.',
  v.record(v.string(), v.unknown()),
)

export const catalogueAnswer = namedObject('Catalogue', 'The catalogue of the instance.', {
  revision: fields.revision,
  file: described(catalogueFile, 'The catalogue as a file that an import accepts.'),
})

export const samplesAnswer = namedObject('CatalogueSamples', 'Sample catalogues.', {
  samples: described(
    v.array(
      namedObject('CatalogueSample', 'A sample catalogue.', {
        name: described(v.string(), 'Name: `standard`, or a country in lower case, such as `nl`.'),
        description: described(v.string(), 'Its contents in a sentence.'),
      }),
    ),
    'The samples; the first is installed on a new instance.',
  ),
})

const findingSchema = namedObject('CatalogueFinding', 'A problem in a catalogue, with its place.', {
  path: described(
    v.string(),
    'JSON pointer to the place in the file, such as `/specifications/2/sheet/zones/0`; empty for the whole file.',
  ),
  code: described(v.string(), 'Code of the finding.'),
  severity: described(v.picklist(['error', 'warning']), '`error` blocks the import, `warning` does not.'),
  message: described(v.string(), 'A sentence to display.'),
  params: paramsSchema,
})

const changeSchema = namedObject('CatalogueChange', 'A change that an import makes.', {
  part: described(v.string(), 'The list that changes, such as `specifications`, or `currency`.'),
  key: described(v.string(), 'Key of the entry.'),
  code: described(v.string(), 'Code of the change.'),
  message: described(v.string(), 'A sentence to display.'),
  params: paramsSchema,
})

export const reportAnswer = namedObject(
  'CatalogueReport',
  'Findings of a check, and the changes that an import would make.',
  {
    revision: fields.revision,
    valid: described(v.boolean(), 'Whether it can be imported.'),
    findings: described(v.array(findingSchema), 'Errors and warnings; at most 1,000.'),
    changes: described(v.array(changeSchema), 'Changes; at most 500.'),
  },
)

export const importAnswer = namedObject('CatalogueImport', 'Result of an import.', {
  revision: fields.revision,
  findings: described(v.array(findingSchema), 'Warnings.'),
  changes: described(v.array(changeSchema), 'Changes; at most 500.'),
})
