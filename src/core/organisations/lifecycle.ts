import { defineLifecycle } from '../lifecycle.ts'
import type { OrganisationStatus } from './store.ts'

/** SPEC "Errors": while suspended, reads still work. */
export const organisationLifecycle = defineLifecycle<OrganisationStatus>('organisation', {
  ACTIVE: ['SUSPENDED'],
  SUSPENDED: ['ACTIVE'],
})
