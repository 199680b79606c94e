import { operationsOf } from '../../../engine/operation.ts'
import * as itemActions from './item-actions.ts'

export const itemActionsOperations = operationsOf(itemActions)
