import { operationsOf } from '../../../engine/operation.ts'
import * as events from './events.ts'

export const eventsOperations = operationsOf(events)
