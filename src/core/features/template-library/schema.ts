import * as v from 'valibot'
import { namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { templateDocument } from '../../template/document.ts'

const entry = {
  id: v.string(),
  name: v.string(),
  description: v.string(),
  productId: v.string(),
  productSpecificationId: v.string(),
  pageCount: v.pipe(v.number(), v.integer()),
  /** BCP 47, of its texts. */
  locale: v.string(),
  /** Merge fields that an item must bring. */
  requiredFields: v.array(v.string()),
}

export const libraryEntrySchema = namedObject('LibraryDesign', 'A design that comes with the program.', entry)
export const libraryDesignSchema = namedObject(
  'LibraryDesignDetail',
  'A design that comes with the program, with its document.',
  { ...entry, document: templateDocument },
)
export type LibraryEntry = v.InferOutput<typeof libraryEntrySchema>

export const libraryParams = v.strictObject({ id: v.string() })

export const libraryCopyInput = v.optional(
  namedStrictObject('LibraryDesignCopy', 'What the copy is called and where it goes.', {
    /** The name of the design when absent. */
    name: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120))),
    folderId: v.optional(v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(40)))),
  }),
  {},
)
