import * as v from 'valibot'
import { parse } from '../../../engine/validate.ts'
import { given } from '../../../kernel/query.ts'
import { paramsSchema } from '../../../kernel/sentence-schema.ts'
import { fields } from '../../../kernel/wire-fields.ts'
import { checkedByHandler, described, named, namedObject } from '../../../kernel/wire-schema.ts'
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

/** The lists of all parts. How those of other rooms are checked and kept is those rooms' affair. */
export const fileEntries = {
  schema: described(v.literal(fileSchema), 'What the file is.'),
  currency: described(
    currencyCode,
    'The one currency of the instance. It is set with the first catalogue and stays once money was counted in it.',
  ),
  products: list(productEntry, 'Kinds of mail that can be sent.'),
  stocks: list(stockEntry, 'What is printed on.'),
  postageProducts: list(postageEntry, 'How pieces are franked.'),
  calendars: list(calendarEntry, 'When runs close.'),
  countryZones: list(countryZonesEntry, 'Divisions of the world by price.'),
  priceLists: list(priceListEntry, 'What pieces cost.'),
  specifications: list(specificationEntry, 'Ways in which products are made.'),
  costs: list(
    costEntry,
    'What the shop itself pays, for its operators only. A file without this list leaves them as they are.',
  ),
  printers: list(
    printerEntry,
    'Printers that runs are handed to. A file without this list leaves them as they are.',
  ),
  printerRules: list(
    printerRuleEntry,
    'Which printer a run goes to: the first rule that matches counts. A file without this list leaves the rules as they are.',
  ),
  returnCodes: list(
    returnCodeEntry,
    'What carriers write on mail that they bring back: the whole table. A file without this list leaves it as it is.',
  ),
}

/** A catalogue as a file. */
export const catalogueFile = namedObject(
  'CatalogueFile',
  'All that a print shop sells: products with their specifications, prices, papers, postage, cutoffs and country zones. Entries refer to one another by key.',
  fileEntries,
)

/**
 * The same as a body. Its shape is checked with everything else (`checkCatalogue`), which names each place by
 * a JSON pointer, entry by entry, so that a megabyte holds up nobody.
 */
export const catalogueBody = checkedByHandler(catalogueFile)

/** What an import takes: the file, in the portal with what proves the user. */
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

/** The file of such a body, and what is next to it. Throws 422 where the latter is wrong. */
export const parted = (body: unknown) => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { file: body, sent: {} }
  const { currentPassword, code, ...file } = body as Record<string, unknown>
  return { file, sent: parse(proofSchema, given({ currentPassword, code }), 'body') }
}

/** What a check takes: it answers what is wrong with the whole, so only an object is asked for. */
export const catalogueDraft = named(
  'CatalogueDraft',
  'A catalogue as `CatalogueFile` describes it, or what is to become one.',
  v.record(v.string(), v.unknown()),
)

export const catalogueAnswer = namedObject('Catalogue', 'The catalogue of the instance.', {
  revision: fields.revision,
  file: described(catalogueFile, 'The catalogue as a file: what an import takes.'),
})

export const samplesAnswer = namedObject('CatalogueSamples', 'Catalogues to begin with.', {
  samples: described(
    v.array(
      namedObject('CatalogueSample', 'A catalogue to begin with.', {
        name: described(v.string(), 'Its name: `standard`, or a country in small letters, such as `nl`.'),
        description: described(v.string(), 'What is in it, in a sentence.'),
      }),
    ),
    'The samples; the first is what a new instance begins with.',
  ),
})

const findingSchema = namedObject('CatalogueFinding', 'What is wrong with a catalogue, and where.', {
  path: described(
    v.string(),
    'The place in the file as a JSON pointer: `/specifications/2/sheet/zones/0`; empty for the whole.',
  ),
  code: described(v.string(), 'What was found, for programs.'),
  severity: described(
    v.picklist(['error', 'warning']),
    '`error` keeps the catalogue from being imported; `warning` only informs.',
  ),
  message: described(v.string(), 'One sentence for people.'),
  params: paramsSchema,
})

const changeSchema = namedObject('CatalogueChange', 'What an import changes.', {
  part: described(v.string(), 'The list that it is about, such as `specifications`; `currency` for that.'),
  key: described(v.string(), 'The key of the entry.'),
  code: described(v.string(), 'What changes, for programs.'),
  message: described(v.string(), 'One sentence for people.'),
  params: paramsSchema,
})

export const reportAnswer = namedObject(
  'CatalogueReport',
  'What a check found, and what an import would change.',
  {
    revision: fields.revision,
    valid: described(v.boolean(), 'Whether it can be imported.'),
    findings: described(v.array(findingSchema), 'Everything that is wrong or worth knowing; 1,000 at most.'),
    changes: described(v.array(changeSchema), 'What changes by it; 500 at most.'),
  },
)

export const importAnswer = namedObject('CatalogueImport', 'What was changed.', {
  revision: fields.revision,
  findings: described(v.array(findingSchema), 'What is worth knowing.'),
  changes: described(v.array(changeSchema), 'What changed by it; 500 at most.'),
})
