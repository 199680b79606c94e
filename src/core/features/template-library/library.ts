import * as v from 'valibot'
import { notFound } from '../../kernel/errors.ts'
import { fields } from '../../kernel/wire-fields.ts'
import { described, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { templateDocument } from '../../template/document.ts'
import { requiredVariables } from '../../template/tags.ts'
import { type Design, designs } from '../seed/designs/index.ts'
import { type Place, placeFor } from '../seed/fitting.ts'

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
type LibraryEntry = v.InferOutput<typeof libraryEntrySchema>

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

/** A design of the platform on a sheet that this instance prints. */
interface LibraryDesign extends Place {
  design: Design
}

/** The designs that can be printed here. One that fits no product that is offered is left out. */
export const libraryDesigns = async (rows: Rows): Promise<LibraryDesign[]> => {
  const offered = await rows.specifications.find(everyone, { active: true })
  return designs.flatMap((design) => {
    const place = placeFor(design, offered)
    return 'leftOut' in place ? [] : [{ design, ...place }]
  })
}

/** The design with this id. Throws 404. */
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
