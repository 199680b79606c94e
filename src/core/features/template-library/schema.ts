import * as v from 'valibot'
import { fields } from '../../kernel/wire-fields.ts'
import { described, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { templateDocument } from '../../template/document.ts'

const entry = {
  id: described(v.string(), 'The design.'),
  name: described(v.string(), 'Name for people.'),
  description: described(v.string(), 'What it is for.'),
  productId: fields.productId,
  productSpecificationId: fields.productSpecificationId,
  pageCount: described(v.pipe(v.number(), v.integer()), 'How many pages it has.'),
  locale: described(v.string(), 'Language of its texts (BCP 47).'),
  requiredFields: described(v.array(v.string()), 'Merge fields that an item must bring.'),
}

export const libraryEntrySchema = namedObject('LibraryDesign', 'A design that comes with the program.', entry)
export const libraryDesignSchema = namedObject(
  'LibraryDesignDetail',
  'A design that comes with the program, with its document.',
  { ...entry, document: described(templateDocument, 'The design.') },
)
export type LibraryEntry = v.InferOutput<typeof libraryEntrySchema>

export const libraryParams = v.strictObject({ id: described(v.string(), 'The design.') })

export const libraryCopyInput = v.optional(
  namedStrictObject('LibraryDesignCopy', 'What the copy is called and where it goes.', {
    name: described(
      v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120))),
      'Name of the template; the design’s if absent.',
    ),
    folderId: described(
      v.optional(v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(40)))),
      'The folder to put it in, `fld_…`; null for none.',
    ),
  }),
  {},
)
