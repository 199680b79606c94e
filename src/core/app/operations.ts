import type { Operation } from '../engine/operation.ts'
import { assertDistinct } from '../engine/registry.ts'
import { advertisingCategoriesOperations } from '../features/advertising-categories/operations/index.ts'
import { analyticsOperations } from '../features/analytics/operations/index.ts'
import { assetsOperations } from '../features/assets/operations/index.ts'
import { auditOperations } from '../features/audit/operations/index.ts'
import { billingOperations } from '../features/billing/operations/index.ts'
import { developersOperations } from '../features/developers/operations/index.ts'
import { eventsOperations } from '../features/events/operations/index.ts'
import { evidenceOperations } from '../features/evidence/operations/index.ts'
import { exportsOperations } from '../features/exports/operations/index.ts'
import { importsOperations } from '../features/imports/operations/index.ts'
import { instanceOperations } from '../features/instance/operations/index.ts'
import { integrationsOperations } from '../features/integrations/operations/index.ts'
import { itemActionsOperations } from '../features/item-actions/operations/index.ts'
import { itemsOperations } from '../features/items/operations/index.ts'
import { mappingPresetsOperations } from '../features/mapping-presets/operations/index.ts'
import { mediaOperations } from '../features/media/operations/index.ts'
import { noticesOperations } from '../features/notices/operations/index.ts'
import { organisationsOperations } from '../features/organisations/operations/index.ts'
import { overviewOperations } from '../features/overview/operations/index.ts'
import { peopleOperations } from '../features/people/operations/index.ts'
import { platformOperations } from '../features/platform/operations/index.ts'
import { platformAssetsOperations } from '../features/platform-assets/operations/index.ts'
import { postbatchesOperations } from '../features/postbatches/operations/index.ts'
import { postflowsOperations } from '../features/postflows/operations/index.ts'
import { printersOperations } from '../features/printers/operations/index.ts'
import { privacyOperations } from '../features/privacy/operations/index.ts'
import { productsOperations } from '../features/products/operations/index.ts'
import { rendersOperations } from '../features/renders/operations/index.ts'
import { runsOperations } from '../features/runs/operations/index.ts'
import { supportOperations } from '../features/support/operations/index.ts'
import { suppressionsOperations } from '../features/suppressions/operations/index.ts'
import { templateLibraryOperations } from '../features/template-library/operations/index.ts'
import { templatesOperations } from '../features/templates/operations/index.ts'
import { trackingOperations } from '../features/tracking/operations/index.ts'
import { webhooksOperations } from '../features/webhooks/operations/index.ts'

export const operations: readonly Operation[] = [
  ...advertisingCategoriesOperations,
  ...analyticsOperations,
  ...assetsOperations,
  ...auditOperations,
  ...billingOperations,
  ...developersOperations,
  ...eventsOperations,
  ...evidenceOperations,
  ...exportsOperations,
  ...importsOperations,
  ...instanceOperations,
  ...integrationsOperations,
  ...itemActionsOperations,
  ...itemsOperations,
  ...mappingPresetsOperations,
  ...mediaOperations,
  ...noticesOperations,
  ...organisationsOperations,
  ...overviewOperations,
  ...peopleOperations,
  ...platformOperations,
  ...platformAssetsOperations,
  ...postbatchesOperations,
  ...postflowsOperations,
  ...printersOperations,
  ...privacyOperations,
  ...productsOperations,
  ...rendersOperations,
  ...runsOperations,
  ...supportOperations,
  ...suppressionsOperations,
  ...templateLibraryOperations,
  ...templatesOperations,
  ...trackingOperations,
  ...webhooksOperations,
]
assertDistinct(operations)
