import type { Operation } from '../engine/operation.ts'
import { advertisingCategoryOperations } from '../features/advertising-categories/index.ts'
import { analyticsOperations } from '../features/analytics/index.ts'
import { assetOperations } from '../features/assets/index.ts'
import { auditOperations } from '../features/audit/index.ts'
import { billingOperations } from '../features/billing/index.ts'
import { developerOperations } from '../features/developers/index.ts'
import { eventOperations } from '../features/events/index.ts'
import { evidenceOperations } from '../features/evidence/index.ts'
import { exportOperations } from '../features/exports/index.ts'
import { importOperations } from '../features/imports/index.ts'
import { integrationOperations } from '../features/integrations/index.ts'
import { itemOperations } from '../features/items/index.ts'
import { mappingPresetOperations } from '../features/mapping-presets/index.ts'
import { mediaOperations } from '../features/media/index.ts'
import { organisationOperations } from '../features/organisations/index.ts'
import { peopleOperations } from '../features/people/index.ts'
import { platformOperations } from '../features/platform/index.ts'
import { platformAssetOperations } from '../features/platform-assets/index.ts'
import { postbatchOperations } from '../features/postbatches/index.ts'
import { postflowOperations } from '../features/postflows/index.ts'
import { privacyOperations } from '../features/privacy/index.ts'
import { productOperations } from '../features/products/index.ts'
import { renderOperations } from '../features/renders/index.ts'
import { runOperations } from '../features/runs/index.ts'
import { supportOperations } from '../features/support/index.ts'
import { suppressionOperations } from '../features/suppressions/index.ts'
import { templateLibraryOperations } from '../features/template-library/index.ts'
import { templateOperations } from '../features/templates/index.ts'
import { trackingOperations } from '../features/tracking/index.ts'
import { webhookOperations } from '../features/webhooks/index.ts'

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
