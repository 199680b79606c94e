import { termsTable } from './vocabulary.ts'

/** The organisation's own categories; the platform's are data in `platform.ts`. */
export const advertisingCategoriesTable = termsTable('advertising_categories')
