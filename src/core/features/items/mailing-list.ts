import { idFilter, periodFilter } from '../../engine/list/fields.ts'

/** The sorts and filters that the lists of Postflows and of Postbatches share. */
export const mailingSort = { createdAt: 'createdAt', updatedAt: 'updatedAt', name: 'name' } as const
export const mailingFilters = {
  id: idFilter,
  name: { type: 'text', maxLength: 120, operators: ['eq', 'contains'] },
  templateId: idFilter,
  templateVersionId: idFilter,
  productId: idFilter,
  advertisingCategory: { type: 'text', maxLength: 41, operators: ['eq', 'in', 'null'] },
  createdAt: periodFilter,
  updatedAt: periodFilter,
} as const
