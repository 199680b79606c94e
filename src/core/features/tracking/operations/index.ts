import { operationsOf } from '../../../engine/operation.ts'
import * as items from './items.ts'

export const trackingOperations = operationsOf(items)
