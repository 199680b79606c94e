import { termsTable } from '../vocabulary/store.ts'

/** The organisation's own categories; the platform's are data in `platform.ts`. */
export const advertisingCategoriesTable = termsTable('advertising_categories')
