import { advertisingCategoryOperations } from './advertising-categories/index.ts'
import { analyticsOperations } from './analytics/index.ts'
import { assetOperations } from './assets/index.ts'
import { auditOperations } from './audit/index.ts'
import { billingOperations } from './billing/index.ts'
import { developerOperations } from './developers/index.ts'
import { eventOperations } from './events/index.ts'
import { evidenceOperations } from './evidence/index.ts'
import { exportOperations } from './exports/index.ts'
import { importOperations } from './imports/index.ts'
import { integrationOperations } from './integrations/index.ts'
import { itemOperations } from './items/index.ts'
import { mappingPresetOperations } from './mapping-presets/index.ts'
import { mediaOperations } from './media/index.ts'
import type { Operation } from './operation.ts'
import { organisationOperations } from './organisations/index.ts'
import { peopleOperations } from './people/index.ts'
import { platformOperations } from './platform/index.ts'
import { platformAssetOperations } from './platform-assets/index.ts'
import { postbatchOperations } from './postbatches/index.ts'
import { postflowOperations } from './postflows/index.ts'
import { privacyOperations } from './privacy/index.ts'
import { productOperations } from './products/index.ts'
import { renderOperations } from './renders/index.ts'
import { runOperations } from './runs/index.ts'
import { supportOperations } from './support/index.ts'
import { suppressionOperations } from './suppressions/index.ts'
import { templateLibraryOperations } from './template-library/index.ts'
import { templateOperations } from './templates/index.ts'
import { trackingOperations } from './tracking/index.ts'
import { webhookOperations } from './webhooks/index.ts'

/** Every operation of the API, feature by feature. */
export const operations: readonly Operation[] = [
  ...advertisingCategoryOperations,
  ...analyticsOperations,
  ...assetOperations,
  ...developerOperations,
  ...eventOperations,
  ...evidenceOperations,
  ...exportOperations,
  ...integrationOperations,
  ...importOperations,
  ...itemOperations,
  ...mappingPresetOperations,
  ...mediaOperations,
  ...trackingOperations,
  ...organisationOperations,
  ...peopleOperations,
  ...platformAssetOperations,
  ...platformOperations,
  ...postbatchOperations,
  ...postflowOperations,
  ...privacyOperations,
  ...productOperations,
  ...renderOperations,
  ...runOperations,
  ...supportOperations,
  ...suppressionOperations,
  ...templateLibraryOperations,
  ...templateOperations,
  ...webhookOperations,
  ...auditOperations,
  ...billingOperations,
]
