import * as v from 'valibot'
import { notFound } from '../../kernel/errors.ts'
import { described, fields, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { templateDocument } from '../../template/document.ts'
import { requiredVariables } from '../../template/tags.ts'
import { type Design, designs } from '../seed/designs/index.ts'
import { type Place, placeFor } from '../seed/seed.ts'

const entry = {
  id: described(v.string(), 'Id of the design.'),
  name: described(v.string(), 'Display name.'),
  description: described(v.string(), 'Purpose of the design.'),
  productId: fields.productId,
  productSpecificationId: fields.productSpecificationId,
  pageCount: described(v.pipe(v.number(), v.integer()), 'Number of pages.'),
  locale: described(v.string(), 'Language of its texts (BCP 47).'),
  requiredFields: described(v.array(v.string()), 'Merge fields that an item must have.'),
}

export const libraryEntrySchema = namedObject('LibraryDesign', 'A design of the library.', entry)
export const libraryDesignSchema = namedObject(
  'LibraryDesignDetail',
  'A design of the library, with its document.',
  { ...entry, document: described(templateDocument, 'The design.') },
)
type LibraryEntry = v.InferOutput<typeof libraryEntrySchema>

export const libraryParams = v.strictObject({ id: described(v.string(), 'Id of the design.') })

export const libraryCopyInput = v.optional(
  namedStrictObject('LibraryDesignCopy', 'Name and folder of the copy.', {
    name: described(
      v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120))),
      'Name of the template; by default that of the design.',
    ),
    folderId: described(
      v.optional(v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(40)))),
      'Folder of the template, `fld_…`; null for none.',
    ),
  }),
  {},
)

/** A design, placed on an active specification of this instance. */
interface LibraryDesign extends Place {
  design: Design
}

/** Returns the designs that fit an active specification. */
export const libraryDesigns = async (rows: Rows): Promise<LibraryDesign[]> => {
  const offered = await rows.specifications.find(everyone, { active: true })
  return designs.flatMap((design) => {
    const place = placeFor(design, offered)
    return 'leftOut' in place ? [] : [{ design, ...place }]
  })
}

export const libraryDesign = async (rows: Rows, id: string): Promise<LibraryDesign> => {
  const found = (await libraryDesigns(rows)).find(({ design }) => design.id === id)
  if (!found) throw notFound('design in the library')
  return found
}

export const designToWire = ({ design, document, specification }: LibraryDesign): LibraryEntry => ({
  id: design.id,
  name: design.name,
  description: design.description,
  productId: specification.productId,
  productSpecificationId: specification.id,
  pageCount: document.pages.length,
  locale: document.locale,
  requiredFields: requiredVariables(document),
})
