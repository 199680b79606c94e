import { eventRetention } from './jobs/events.retention.ts'
import { getEvent } from './operations/events.get.ts'
import { listEvents } from './operations/events.list.ts'

export const eventOperations = [listEvents, getEvent]

export const eventJobs = [eventRetention]
