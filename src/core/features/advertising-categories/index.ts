import { createAdvertisingCategory } from './operations/advertisingCategories.create.ts'
import { listAdvertisingCategories } from './operations/advertisingCategories.list.ts'
import { patchAdvertisingCategory } from './operations/advertisingCategories.patch.ts'
import { removeAdvertisingCategory } from './operations/advertisingCategories.remove.ts'

export const advertisingCategoryOperations = [
  listAdvertisingCategories,
  createAdvertisingCategory,
  patchAdvertisingCategory,
  removeAdvertisingCategory,
]
