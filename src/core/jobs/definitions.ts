import { runJobs } from '../runs/index.ts'
import { webhookJobs } from '../webhooks/index.ts'
import type { JobDefinition } from './registry.ts'

/** Every job of the core, feature by feature. */
export const jobDefinitions: readonly JobDefinition[] = [...runJobs, ...webhookJobs]
