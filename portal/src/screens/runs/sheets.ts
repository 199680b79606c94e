import type { components } from '../../api/types.gen.ts'

type Schemas = components['schemas']
type Sheet = Pick<Schemas['ProductSpecification'], 'sheet'> | undefined

/** Whether sheets of a product have two pages. */
export const isDuplex = (specification: Sheet): boolean => specification?.sheet.plex === 'duplex'

/** Returns how many sheets the pages are: two pages a sheet if printed on both sides. */
export const sheetsOfPages = (pages: number, specification: Sheet): number =>
  isDuplex(specification) ? Math.ceil(pages / 2) : pages

/** Returns the number of sheets in a run's package; 0 before rendering. */
export const sheetsOf = ({ parts }: Pick<Schemas['Run'], 'parts'>, specification: Sheet): number =>
  sheetsOfPages(
    parts.reduce((sum, { pages }) => sum + pages, 0),
    specification,
  )
