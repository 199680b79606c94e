import { operationsOf } from '../../../engine/operation.ts'
import * as advertisingCategories from './advertising-categories.ts'

export const advertisingCategoriesOperations = operationsOf(advertisingCategories)
