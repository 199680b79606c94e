import { idempotencyRetention } from './jobs/idempotency.retention.ts'

export const idempotencyJobs = [idempotencyRetention]
