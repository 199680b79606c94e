import type { JobDefinition } from '../engine/jobs/registry.ts'
import { analyticsJobs } from '../features/analytics/index.ts'
import { assetJobs } from '../features/assets/index.ts'
import { billingJobs } from '../features/billing/index.ts'
import { developerJobs } from '../features/developers/index.ts'
import { eventJobs } from '../features/events/index.ts'
import { exportJobs } from '../features/exports/index.ts'
import { idempotencyJobs } from '../features/idempotency/index.ts'
import { importJobs } from '../features/imports/index.ts'
import { peopleJobs } from '../features/people/index.ts'
import { postbatchJobs } from '../features/postbatches/index.ts'
import { postflowJobs } from '../features/postflows/index.ts'
import { privacyJobs } from '../features/privacy/index.ts'
import { renderJobs } from '../features/renders/index.ts'
import { runJobs } from '../features/runs/index.ts'
import { supportJobs } from '../features/support/index.ts'
import { suppressionJobs } from '../features/suppressions/index.ts'
import { webhookJobs } from '../features/webhooks/index.ts'

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
