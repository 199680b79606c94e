import { defineLifecycle } from '../kernel/lifecycle.ts'
import type { OrganisationStatus } from './organisations.ts'

/** While suspended, reads still work. */
export const organisationLifecycle = defineLifecycle<OrganisationStatus>('organisation', {
  ACTIVE: ['SUSPENDED'],
  SUSPENDED: ['ACTIVE'],
})
