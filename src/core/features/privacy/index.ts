import { eraseEverywhere } from './jobs/privacy.erase.ts'
import { retain } from './jobs/privacy.retention.ts'
import { aboutRecipient } from './operations/items.about.ts'
import { eraseItem } from './operations/items.erase.ts'

export const privacyOperations = [aboutRecipient, eraseItem]
export const privacyJobs = [eraseEverywhere, retain]
