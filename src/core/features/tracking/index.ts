import { listItemScans } from './operations/items.scans.ts'

export const trackingOperations = [listItemScans]
