import { eventRetention } from './jobs/events.retention.ts'
import { explainEventOperation } from './operations/events.explain.ts'
import { getEvent } from './operations/events.get.ts'
import { listEvents } from './operations/events.list.ts'

export const eventOperations = [listEvents, getEvent, explainEventOperation]

export const eventJobs = [eventRetention]
