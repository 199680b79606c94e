import { operationsOf } from '../../../engine/operation.ts'
import * as items from './items.ts'
import * as itemsChanges from './items-changes.ts'
import * as itemsCreation from './items-creation.ts'

export const itemsOperations = operationsOf(items, itemsChanges, itemsCreation)
