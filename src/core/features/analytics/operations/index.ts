import { operationsOf } from '../../../engine/operation.ts'
import * as analytics from './analytics.ts'

export const analyticsOperations = operationsOf(analytics)
