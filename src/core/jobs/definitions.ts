import { analyticsJobs } from '../analytics/index.ts'
import { assetJobs } from '../assets/index.ts'
import { billingJobs } from '../billing/index.ts'
import { developerJobs } from '../developers/index.ts'
import { eventJobs } from '../events/index.ts'
import { exportJobs } from '../exports/index.ts'
import { idempotencyJobs } from '../idempotency/index.ts'
import { importJobs } from '../imports/index.ts'
import { peopleJobs } from '../people/index.ts'
import { postbatchJobs } from '../postbatches/index.ts'
import { postflowJobs } from '../postflows/index.ts'
import { privacyJobs } from '../privacy/index.ts'
import { renderJobs } from '../renders/index.ts'
import { runJobs } from '../runs/index.ts'
import { supportJobs } from '../support/index.ts'
import { suppressionJobs } from '../suppressions/index.ts'
import { webhookJobs } from '../webhooks/index.ts'
import type { JobDefinition } from './registry.ts'

/** Every job of the core, feature by feature. */
export const jobDefinitions: readonly JobDefinition[] = [
  ...analyticsJobs,
  ...assetJobs,
  ...developerJobs,
  ...eventJobs,
  ...exportJobs,
  ...idempotencyJobs,
  ...importJobs,
  ...peopleJobs,
  ...postbatchJobs,
  ...postflowJobs,
  ...privacyJobs,
  ...renderJobs,
  ...runJobs,
  ...suppressionJobs,
  ...supportJobs,
  ...webhookJobs,
  ...billingJobs,
]
